/**
 * Makes of a page's browser the oldest of those that the portal is for (docs/ARCHITECTURE.md, «Browsers»): what one
 * of them lacks is taken away, before any script. Which: https://github.com/mdn/browser-compat-data. Not here: what
 * only journeys themselves ask for (`checkVisibility`, Safari 17.4).
 */
export const OLDEST = `(() => {
  const take = (holder, ...names) => {
    for (const name of names) if (holder) delete holder[name];
  };
  take(globalThis, 'Iterator', 'Temporal', 'Float16Array', 'requestIdleCallback', 'scheduler', 'navigation',
    'URLPattern', 'Highlight', 'BarcodeDetector', 'EditContext', 'DocumentPictureInPicture', 'ClipboardItem',
    'showOpenFilePicker', 'showSaveFilePicker', 'CloseWatcher', 'Sanitizer', 'SuppressedError', 'DisposableStack',
    'AsyncDisposableStack', 'fetchLater', 'trustedTypes');
  const helpers = Object.getPrototypeOf(Object.getPrototypeOf([].values()));
  take(helpers, 'map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find');
  take(Map, 'groupBy');
  take(Object, 'groupBy');
  take(Promise, 'withResolvers', 'try');
  take(Array, 'fromAsync');
  take(RegExp, 'escape');
  take(Error, 'isError');
  take(Math, 'sumPrecise', 'f16round');
  take(JSON, 'rawJSON', 'isRawJSON');
  take(Intl, 'DurationFormat');
  take(Set.prototype, 'union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf',
    'isDisjointFrom');
  for (const Kind of [Map, WeakMap]) take(Kind.prototype, 'getOrInsert', 'getOrInsertComputed');
  take(Uint8Array, 'fromBase64', 'fromHex');
  take(Uint8Array.prototype, 'toBase64', 'toHex', 'setFromBase64', 'setFromHex');
  take(ArrayBuffer.prototype, 'transfer', 'transferToFixedLength', 'detached');
  take(URL, 'canParse', 'parse');
  take(AbortSignal, 'any');
  take(ReadableStream, 'from');
  take(ReadableStream.prototype, Symbol.asyncIterator, 'values');
  for (const Kind of [Blob, Response, Request]) take(Kind.prototype, 'bytes');
  take(Document, 'parseHTMLUnsafe', 'parseHTML');
  take(Document.prototype, 'startViewTransition', 'caretPositionFromPoint');
  take(Element.prototype, 'moveBefore', 'setHTML', 'setHTMLUnsafe', 'getHTML', 'ariaNotify');
  take(HTMLElement.prototype, 'editContext', 'writingSuggestions');
  take(HTMLButtonElement.prototype, 'commandForElement', 'command', 'interestForElement');
  take(HTMLDialogElement.prototype, 'closedBy', 'requestClose');
  for (const Kind of [HTMLInputElement, HTMLSelectElement]) take(Kind.prototype, 'showPicker');
})()`;
