/** Problems of a chain that are told one by one. */
const TOLD = 20;

/** What is wrong, a few of each chain one by one. */
export const createProblemas = () => {
  const told: string[] = [];
  const byKind = new Map<string, number>();
  return {
    add(kind: string, text: string) {
      const many = (byKind.get(kind) ?? 0) + 1;
      byKind.set(kind, many);
      if (many <= TOLD) told.push(text);
    },
    all: () => [
      ...told,
      ...[...byKind].flatMap(([kind, many]) =>
        many > TOLD ? [`${kind}: y ${many - TOLD} problemas más.`] : [],
      ),
    ],
  };
};

/** Where a verification says what is wrong. */
export type Problemas = ReturnType<typeof createProblemas>;
