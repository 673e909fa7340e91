import { type ComponentType, Suspense } from 'react';
import { ErrorBoundary, Loading } from '../../../../../platform/web/feedback/index.ts';
import { RadioGroupField } from '../../../../../platform/web/form/index.ts';
import {
  Section,
  setAppearance,
  TEXT_SIZES,
  THEME_CHOICES,
  useAppearance,
} from '../../../../../platform/web/ui/index.ts';
import styles from './preferencias.module.css';

/** A part that another feature puts here. */
export type PreferenciasSection<Props extends object = object> = {
  readonly titulo: string;
  readonly lead?: string;
  readonly Contenido: ComponentType<Props>;
};

/** Parts that other features put in a tab, each with what is seen while it comes. */
export function Secciones<Props extends object>({
  sections,
  given,
}: {
  sections: readonly PreferenciasSection<Props>[];
  given: Props;
}) {
  return sections.map(({ titulo, lead, Contenido }) => (
    <Section key={titulo} title={titulo} lead={lead}>
      <ErrorBoundary>
        <Suspense fallback={<Loading shape="list" />}>
          <Contenido {...given} />
        </Suspense>
      </ErrorBoundary>
    </Section>
  ));
}

/** How the person wants the portal, and how their account is guarded: what is changed most comes first. */
export function Preferencias({ sections }: { sections: readonly PreferenciasSection[] }) {
  const { theme, text } = useAppearance();
  return (
    <>
      <Section title="Apariencia" lead="Vale en este navegador, y cambia en cuanto la elige.">
        <div className={styles.choices}>
          <RadioGroupField
            label="Colores"
            value={theme}
            onChange={(value) => setAppearance({ theme: value as typeof theme })}
            options={THEME_CHOICES}
          />
          <RadioGroupField
            label="Tamaño del texto"
            value={text}
            onChange={(value) => setAppearance({ text: value as typeof text })}
            options={TEXT_SIZES}
          />
        </div>
      </Section>
      <Secciones sections={sections} given={{}} />
    </>
  );
}
