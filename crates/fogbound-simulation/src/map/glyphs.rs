//! The characters that every screen can show.

/// Code page 437 beyond ASCII: fonts for terminals have it, and so has the window's.
const BEYOND_ASCII: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
                            αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼";

/// Whether every screen shows this character as one cell: ASCII, and what code page 437 has beyond it.
pub fn is_shown(character: char) -> bool {
    (' '..='~').contains(&character) || BEYOND_ASCII.contains(character)
}
