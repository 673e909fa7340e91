import { ConflictDialog } from '../../../../platform/web/conflict/conflict-dialog.tsx';
import type { Formulario, Respuestas } from '../../../plantillas/formulario/contract.ts';
import { describeRespuesta } from '../../../plantillas/formulario/rules.ts';
import type { Choque } from '../hooks.ts';

/** The same person wrote in two places at once: they say which answer stays. */
export function BorradorEnDosLugares({
  definicion,
  choque: { mio, suyo, merge, en },
  onJoin,
}: {
  definicion: Formulario;
  choque: Choque;
  onJoin: (respuestas: Respuestas) => void;
}) {
  const campos = definicion.secciones.flatMap((seccion) => seccion.campos);
  const said = (clave: string, respuestas: Respuestas) => {
    const campo = campos.find((one) => one.clave === clave);
    return (campo && describeRespuesta(campo, respuestas[clave]).valor) || 'sin respuesta';
  };
  const named = (claves: readonly string[]) =>
    campos
      .filter(({ clave }) => claves.includes(clave))
      .map(({ clave, etiqueta }) => ({ key: clave, label: etiqueta, theirs: said(clave, suyo) }));
  return (
    <ConflictDialog
      title="Su borrador cambió en otro lugar"
      lead="Lo guardó usted en otra pestaña o en otro equipo"
      who="el otro borrador"
      at={en}
      both={named(merge.conflictos).map((field) => ({ ...field, mine: said(field.key, mio) }))}
      only={named(merge.ajenos)}
      onClose={() => onJoin(suyo)}
      onJoin={(theirs) =>
        onJoin({
          ...merge.valores,
          ...Object.fromEntries(Object.entries(suyo).filter(([clave]) => theirs.includes(clave))),
        })
      }
    />
  );
}
