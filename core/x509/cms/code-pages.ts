/**
 * The code pages of Windows' consoles and programs. An old program takes the octets of a password from there and uses
 * each as a character.
 */

/** The upper 128 characters of the consoles' code pages that TextDecoder lacks. */
const CONSOLES = {
  cp437:
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0",
  cp850:
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0",
  cp852:
    "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0",
} as const;

/** Those of TextDecoder: the consoles of Cyrillic Windows, and the programs of Windows. */
const LABELS = {
  cp866: "ibm866",
  windows_1252: "windows-1252",
  windows_1250: "windows-1250",
  windows_1251: "windows-1251",
  windows_1253: "windows-1253",
} as const;

export type CodePage = keyof typeof CONSOLES | keyof typeof LABELS;

/** Western Europe's first, then by the number of their users. */
const ORDER: readonly CodePage[] = [
  ...["cp850", "cp437", "windows_1252", "cp852", "windows_1250", "cp866"] as const,
  ...["windows_1251", "windows_1253"] as const,
];

const UPPER = Uint8Array.from({ length: 128 }, (_, at) => 128 + at);

const upperOf = (page: CodePage): string =>
  page in CONSOLES
    ? CONSOLES[page as keyof typeof CONSOLES]
    : new TextDecoder(LABELS[page as keyof typeof LABELS]).decode(UPPER);

/** The octets of a text as characters, for each code page that has all its letters and another result. */
export function inCodePages(text: string): readonly { page: CodePage; text: string }[] {
  const seen = new Set<string>();
  return ORDER.flatMap((page) => {
    const upper = upperOf(page);
    let octets = "";
    for (const letter of text) {
      const code = letter.codePointAt(0)!;
      const at = code < 128 ? code : upper.indexOf(letter) + 128;
      if (at < 128 && code >= 128) return [];
      octets += String.fromCharCode(at);
    }
    if (seen.has(octets)) return [];
    seen.add(octets);
    return [{ page, text: octets }];
  });
}
