/** What a request wants of an address that answers in several forms: the first of them in the order of its `Accept` header; a page when it says nothing else. */
export const wantedOf = <Form extends string>(
  accept: string | undefined,
  forms: readonly (readonly [type: RegExp, form: Form])[],
): Form | 'page' => {
  for (const part of (accept ?? '*/*').split(',')) {
    const type = part.split(';', 1)[0]!.trim().toLowerCase();
    if (type === 'text/html' || type === '*/*') return 'page';
    const form = forms.find(([pattern]) => pattern.test(type))?.[1];
    if (form !== undefined) return form;
  }
  return 'page';
};
