/** Controls that no text has, save tab and line end: the database refuses the first of them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** What keeps a text that came from outside from being read at all, or null (Spanish, says what to do). */
export const textProblem = (text: string): string | null => {
  if (CONTROLS.test(text)) {
    return 'Lleva caracteres de control, que no se ven. Bórrelo y escríbalo de nuevo.';
  }
  return text.isWellFormed() ? null : 'Lleva un carácter incompleto. Bórrelo y escríbalo de nuevo.';
};

/** The same text without what `textProblem` refuses: for files, whose author is not there to mend it. */
export const cleanText = (text: string): string =>
  text.toWellFormed().replace(new RegExp(CONTROLS, 'g'), '');
