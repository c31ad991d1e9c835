//! The characters that every screen can show.

/// The characters of code page 437 beyond ASCII. Terminal fonts contain them, and so does the window's font.
const BEYOND_ASCII: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
                            αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼";

/// Returns whether every screen can show the given character in one cell. This is true for printable ASCII and for the
/// rest of code page 437.
pub fn is_shown(character: char) -> bool {
    (' '..='~').contains(&character) || BEYOND_ASCII.contains(character)
}
