//! The characters that every screen can show.

/// The characters of code page 437 beyond ASCII. Terminal fonts contain them, and so does the window's font.
const BEYOND_ASCII: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
                            αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼";

/// Returns whether a character can stand for a monster: a letter of any script that every screen can show, but not the one
/// that statues are drawn with.
pub fn is_letter(character: char) -> bool {
    character.is_alphabetic() && is_shown(character) && character != 'Φ'
}

/// Returns whether every screen can show the given character in one cell. This is true for printable ASCII and for the
/// rest of code page 437.
pub fn is_shown(character: char) -> bool {
    (' '..='~').contains(&character) || BEYOND_ASCII.contains(character)
}
