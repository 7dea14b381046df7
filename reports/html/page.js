"use strict";
(() => {
  const root = document.documentElement;
  const status = document.getElementById("status");
  const say = (text) => { status.textContent = text; };

  // what is shown: numbers of players, policies
  const boxes = [...document.querySelectorAll("input[data-shows]")];
  const kinds = ["players", "policy"];
  const wanted = (kind) => {
    const own = boxes.filter((box) => box.dataset.shows === kind);
    return own.length ? new Set(own.filter((box) => box.checked).map((box) => box.value)) : null;
  };
  const show = () => {
    const sets = Object.fromEntries(kinds.map((kind) => [kind, wanted(kind)]));
    for (const part of document.querySelectorAll("[data-players], [data-policy]")) {
      part.hidden = kinds.some((kind) =>
        sets[kind] && part.dataset[kind] !== undefined && !sets[kind].has(part.dataset[kind]));
    }
    const left = boxes.filter((box) => !box.checked).map((box) => box.parentElement.textContent.trim());
    say(left.length ? `Left out: ${left.join(", ")}` : "All is shown");
  };
  for (const box of boxes) box.addEventListener("change", show);

  // tables are sorted by the buttons in their heads
  const key = (row, column) => {
    const cell = row.cells[column];
    return cell.dataset.value === undefined ? null : Number(cell.dataset.value);
  };
  const compare = (column, sign) => (a, b) => {
    const [x, y] = [key(a, column), key(b, column)];
    if (x !== null && y !== null) return sign * (x - y);
    if (x !== null || y !== null) return x === null ? 1 : -1;
    const [s, t] = [a, b].map((row) => row.cells[column].textContent.trim());
    if (!s || !t) return s ? -1 : t ? 1 : 0;
    return sign * s.localeCompare(t, "en");
  };
  for (const table of document.querySelectorAll(".sheet table")) {
    const [body] = table.tBodies;
    const heads = [...table.tHead.rows[0].cells];
    if (body.rows.length < 2) continue;
    heads.forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "sort";
      const name = head.textContent;
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const now = head.getAttribute("aria-sort");
        const first = head.classList.contains("n") ? "descending" : "ascending";
        const other = first === "ascending" ? "descending" : "ascending";
        const order = now === first ? other : first;
        for (const one of heads) one.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", order);
        const sign = order === "ascending" ? 1 : -1;
        body.append(...[...body.rows].sort(compare(column, sign)));
        body.classList.add("sorted");
        say(`Sorted by ${name}, ${order}`);
      });
    });
  }

  // light and dark: as the system has it, or as the reader wants it
  const theme = document.getElementById("theme");
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => root.dataset.theme ? root.dataset.theme === "dark" : system.matches;
  const label = () => { theme.textContent = isDark() ? "Light colours" : "Dark colours"; };
  theme.addEventListener("click", () => { root.dataset.theme = isDark() ? "light" : "dark"; label(); });
  system.addEventListener("change", label);
  label();

  // browsers may remember what was ticked
  show();
  say("");
  document.querySelector(".controls").hidden = false;
})();
