"""Routes through the game's screens: scripts, one after another. After each the window must show what the text is.

Places are named as `keys.resolve` understands them, so the same route does for windows of all sizes."""

# The game that most of it is played in.
SEED = "--seed", "5"

STEPS = ("l", "<Left>", "<Numpad4>", "j", "<PgUp>", "y", ".", "[")
LOOK = ("x", "l", "<Down>", "K", "<Tab>", "<Hover near>", "<Hover player>", "<Escape>")
MOUSE = ("<Hover near>", "<Right near>", "<Hover player>", "<Right player>", "<Click near>")
MESSAGES = ("m", "<Up>", "<PgUp>", "<Escape>", "<Wheel player,-2>", "<Wheel 20,8,2>", "<Right 20,10>")
HELP = ("?", "<Down>", "<PgDn>", "<Wheel 20,10,-2>", "<Wheel 20,10,4>", "<Escape>")
MENU = ("<Escape>", "<Down>", "<Up>", '<Hover "Help">', '<Click "Do something">', "<Wheel 20,10,4>", "<Escape>",
        '<Click "Messages">', "<Enter>", "<Escape>", '<Click "Go on">')
OPTIONS = ("<Escape>", '<Click "Options">', "<Right>", "<Right>", "<Right>", '<Click "Brightness">', "<Left>",
           "<Escape>", "<Escape>")
KEYS = ("<Escape>", '<Click "Keys">', "<Down>", "<PgDn>", "<Enter>", "<Escape>", "<Right 5,5>", "<Escape>")
ASKED = ("Q", "<Down>", "n", "l", "F")
WALK = ("o", "L", "<Shift+Left>", "_", "<Tab>", "<Escape>", "_", "h", "h", "<Enter>", "<Click far>", "o", ">")
# A wizard sees more, and has words beside the map.
WIZARD = ("<F2>", "<F3>", "<F4>", "<F5>", "<F3>", "<F2>")

# All of it.
ALL = (*STEPS, *LOOK, *MOUSE, *MESSAGES, *HELP, *MENU, *OPTIONS, *KEYS, *ASKED, *WALK, *WIZARD)
LEAVE = "Qy"

# Keys that are typed as fast as can be: modes change all the time.
BURST = "xl<Escape>m<Escape>?<Escape>l<Escape><Escape>x<Tab><Escape>h" * 14 + "lhlh"

# Keys that show all of it larger and smaller, and how many times as large it is then.
ZOOM = ("+", 2), ("+", 3), ("-", 2), ("-", 1)

# What is played before a picture is saved.
PICTURE = "llox"

# The title; a new game from there, and what has a wizard told its seed.
TITLE = ("<Down>", "<Down>", '<Hover "Help">', '<Click "Options">', "<Escape>", '<Click "New game with a seed">', "12",
         "<Backspace>", "<Escape>", "<Escape>", "n")
NEW_GAME = '<Click "New game">'
TELL_SEED = "<F2>"
FROM_NEW_GAME = ("<F2>", *STEPS, '<Escape><Click "To the title"><Click "Leave this game"><Click "with a seed">5<Enter>',
                 *STEPS)

# A player among trolls does not see the last of these.
DEATH = ("l",) * 3
DEAD = "You are dead"
DEAD_ROUTE = ("m", "<Escape>", "<Down>", "<Up>", '<Hover "To the title">', "<Escape>")
AGAIN = '<Click "The same game again">'

# What leads from one mode in which nothing moves to the next: from the game on a level, and from that among trolls.
QUIET = (
    (("menu", ("<Escape>",)), ("options", ('<Click "Options">',))),
    (("help", ("?",)), ("messages", ("<Escape>", "m"))),
)
QUIET_LOST = ("keys", ("<Escape>", '<Click "Keys">')), ("dead", ("<Escape>", "<Escape>", *DEATH))
