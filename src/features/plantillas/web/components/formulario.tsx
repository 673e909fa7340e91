import { classes } from '../../../../platform/web/ui/index.ts';
import type {
  Campo as CampoDef,
  Formulario as FormularioDef,
  Respuesta,
  Respuestas,
} from '../../formulario/contract.ts';
import { visibleCampos } from '../../formulario/rules.ts';
import { Campo } from './campo.tsx';
import { type CampoDelExpediente, DatosDelExpediente } from './datos-del-expediente.tsx';
import styles from './formulario.module.css';

/** Id of a field's control: what the error summary and the review link to. */
export const campoId = (prefijo: string, clave: string): string => `${prefijo}-${clave}`;
/** Id of a section's heading. */
export const seccionId = (prefijo: string, clave: string): string => `${prefijo}-seccion-${clave}`;

/** The sections that have something to ask, with the fields that are asked. */
export const seccionesVisibles = (definicion: FormularioDef, respuestas: Respuestas) => {
  const visibles = new Set(visibleCampos(definicion, respuestas).map(({ clave }) => clave));
  return definicion.secciones.flatMap((seccion) => {
    const campos = seccion.campos.filter(({ clave }) => visibles.has(clave));
    return campos.length > 0 ? [{ ...seccion, campos }] : [];
  });
};

type FormularioProps = {
  definicion: FormularioDef;
  respuestas: Respuestas;
  /** Messages by field key. */
  errores: Readonly<Record<string, string>>;
  /** Of the screen's `useId`, so that a kept copy of the form never shares an id. */
  prefijo: string;
  onCambio: (clave: string, valor: Respuesta) => void;
};

/** The form of a plantilla's version: sections, and in each the fields that apply. */
export function Formulario({
  definicion,
  respuestas,
  errores,
  prefijo,
  onCambio,
}: FormularioProps) {
  const secciones = seccionesVisibles(definicion, respuestas);
  return (
    <div className={styles.formulario}>
      {secciones.map(({ clave, titulo, texto, campos }) => {
        const id = seccionId(prefijo, clave);
        return (
          <section key={clave} className={styles.seccion} aria-labelledby={id}>
            <h2 id={id} tabIndex={-1}>
              {titulo}
            </h2>
            {texto && <p className={styles.texto}>{texto}</p>}
            <div className={styles.campos}>
              {agrupar(campos).map((grupo) =>
                Array.isArray(grupo) ? (
                  <DatosDelExpediente
                    key={grupo[0].clave}
                    campos={grupo}
                    respuestas={respuestas}
                    errores={errores}
                    idDe={(clave) => campoId(prefijo, clave)}
                  />
                ) : (
                  <div key={grupo.clave} className={classes(grupo.visibleSi && styles.dependiente)}>
                    <Campo
                      campo={grupo}
                      id={campoId(prefijo, grupo.clave)}
                      valor={respuestas[grupo.clave]}
                      error={errores[grupo.clave]}
                      onCambio={(valor) => onCambio(grupo.clave, valor)}
                    />
                  </div>
                ),
              )}
            </div>
          </section>
        );
      })}
    </div>
  );
}

type Grupo = CampoDef | [CampoDelExpediente, ...CampoDelExpediente[]];

/** What the file says and cannot be changed here goes together, as one block. */
const agrupar = (campos: readonly CampoDef[]): Grupo[] => {
  const grupos: Grupo[] = [];
  for (const campo of campos) {
    const last = grupos.at(-1);
    if (campo.tipo !== 'datoPersona' || campo.editable) grupos.push(campo);
    else if (Array.isArray(last)) last.push(campo);
    else grupos.push([campo]);
  }
  return grupos;
};
