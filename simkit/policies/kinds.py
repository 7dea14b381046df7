"""Numbers of the kinds of cards, the same in all games and menus: for users' own policies.

``rules.catalogue[rules.kind[r]]`` is the number of the kind to which row r belongs.
"""

NIGIRI, MAKI, TEMAKI, URAMAKI = range(4)
TEMPURA, SASHIMI, DUMPLING, EEL, TOFU, ONIGIRI, EDAMAME, MISO_SOUP = range(4, 12)
CHOPSTICKS, SPOON, MENU, SOY_SAUCE, TEA, SPECIAL_ORDER, TAKEOUT_BOX, WASABI = range(12, 20)
PUDDING, GREEN_TEA_ICE_CREAM, FRUIT = range(20, 23)
