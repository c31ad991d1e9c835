"""Routes through the game's screens for terminals: after each step the terminal must show what the text is.

Places are named by words on the screen, as `keys.resolve` understands them. What is typed right behind an Escape may be
taken for one key with it, so each Escape is a step of its own, and one that is seen."""

import routes

SEED = routes.SEED

# From the title to a game with a seed; the last step leads into the game.
TITLE = ("<Down>", "<Down>", "<Up>", "<Enter>", "1", "5", "<Backspace>", "<Backspace>", "5")
BEGIN = "<Enter>"
# A walk, a look, two explorations, a menu and what it leads to.
PLAY = ("l", "<Left>", "j", "<PgUp>", ".", "[", "]", "x", "l", "<Down>", "K", "<Tab>", "<Escape>", "o", "o", "<Escape>",
        "<Down>", "<Up>", "<Escape>", "m", "<PgUp>", "<Escape>", "?", "<Down>", "<PgDn>", "<Escape>", "_", "h",
        "<Escape>", "<Escape>", "<Down><Down><Down><Down>", "<Enter>", "<Down>", "<Right>", "<Escape>", "<Escape>", "o",
        "<Shift+Left>", "Q", "n", "<F2>", "<F2>")

# A player among trolls, and what the dead can do.
DEATH = routes.DEATH
DEAD_ROUTE = ("<Enter>", "<Escape>", "<Down>", "<Up>", "<Down>", "<Down>")
AGAIN = "<Enter>"

MOUSE = ('<Hover "@">', '<Right "@">', "<Escape>", "<Hover 20,8>", "<Click 20,8>", '<Wheel "@",-2>', "<Escape>",
         "<Right 30,10>", "<Escape>", "<Escape>", '<Hover "Options">', '<Click "Help">', "<Wheel 20,10,2>",
         "<Wheel 20,10,-1>", "<Right 20,10>", "<Escape>", '<Click "Options">', "<Right 5,5>", '<Click "Go on">', "l")

# Keys that are typed as fast as can be. No Escape comes before one of the keys that it could be one sequence with.
BURST = "xl<Escape>m<Escape>?<Escape>l<Escape><Enter>x<Tab><Escape>h" * 14 + "lhlh"
# Where the terminal tells Escape from the beginning of a sequence, every Escape is one.
EXACT_BURST = routes.BURST

# What leads to the modes in which nothing moves.
QUIET = (
    ("play", ("l",)), ("look", ("x", "l")), ("menu", ("<Escape>",)), ("help", ("?",)), ("messages", ("m",)),
    ("options", ("<Escape>", '<Click "Options">')), ("list of keys", ("<Escape>", '<Click "Keys">')),
    ("list of things to do", ("<Escape>", '<Click "Do something">')), ("travel", ("_",)),
)
