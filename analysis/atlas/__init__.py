"""What is said of all legal menus at once: which is best for a goal, what a swap of cards does."""
