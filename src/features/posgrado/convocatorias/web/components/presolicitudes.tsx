import { DataList, LinkButton, Section } from '../../../../../platform/web/ui/index.ts';
import { PRESOLICITUD } from '../../../estados.ts';
import { validarPresolicitudPath } from '../../../routes.ts';
import type { Convocatoria } from '../hooks.ts';

/** The pre-applications of a call by state, and where they are reviewed. */
export function Presolicitudes({ convocatoria }: { convocatoria: Convocatoria }) {
  const { avance, curso } = convocatoria;
  return (
    <Section
      title="Presolicitudes"
      panel
      action={
        <LinkButton to={validarPresolicitudPath(curso.id)}>Revisar presolicitudes</LinkButton>
      }
    >
      <DataList
        items={PRESOLICITUD.estados.map((estado) => ({
          label: PRESOLICITUD.palabra(estado),
          value: `${avance.presolicitudes[estado] ?? 0}`,
        }))}
      />
    </Section>
  );
}
