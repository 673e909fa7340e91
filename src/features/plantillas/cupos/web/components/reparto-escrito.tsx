import { SelectField, TextField } from '../../../../../platform/web/form/index.ts';
import { Button, IconPlus, Section } from '../../../../../platform/web/ui/index.ts';
import { Numero } from '../../../constructor/web/components/numero.tsx';
import type { Definicion } from '../../../contract.ts';
import {
  addCupo,
  OPCIONES_AL_LLENARSE,
  removeCupo,
  setCupo,
  setReparto,
} from '../../../redaccion/rules.ts';
import { goOnTo } from '../../../redaccion/web/components/buscador.tsx';
import { CondicionDeRegla } from '../../../redaccion/web/components/condicion-de-regla.tsx';
import type { HechoDeclarado } from '../../../reglas/contract.ts';
import type { AlLlenarse, Cupo } from '../../contract.ts';
import { hasEspera, repartoDe } from '../../rules.ts';
import styles from './reparto.module.css';

const AGREGAR = 'agregar-cupo';
const nombreId = (at: number) => `cupo-${at + 1}-nombre`;

type Change = (act: (was: Definicion) => Definicion, about?: string | null) => void;

/** How the seats of a draft are given out, written: what happens when they are gone, and who has some kept for them. */
export function RepartoEscrito({
  definicion,
  hechos,
  problemas,
  change,
}: {
  definicion: Definicion;
  hechos: readonly HechoDeclarado[];
  /** What keeps each quota from being published, by its key. */
  problemas: (clave: string) => readonly string[];
  change: Change;
}) {
  const reparto = repartoDe(definicion);
  return (
    <Section
      title="Lugares"
      lead="El cupo se fija en cada edición. Defina aquí la lista de espera y los lugares reservados."
    >
      <div className={styles.campos}>
        <SelectField
          label="Cuando ya no hay lugares"
          value={reparto.alLlenarse}
          onChange={(alLlenarse) =>
            change((was) => setReparto(was, { alLlenarse: alLlenarse as AlLlenarse }))
          }
          options={OPCIONES_AL_LLENARSE}
          empty={null}
        />
        {hasEspera(reparto) && (
          <Numero
            label="Horas para aceptar un lugar ofrecido"
            hint="Al terminar pasa a la siguiente persona de la lista. De 1 a 720."
            value={reparto.horasParaAceptar || undefined}
            onChange={(horasParaAceptar = 0) =>
              change((was) => setReparto(was, { horasParaAceptar }), 'reparto horas')
            }
          />
        )}
      </div>
      {reparto.cupos.length > 0 && (
        <ul className={styles.cupos}>
          {reparto.cupos.map((cupo, at) => (
            <li key={cupo.clave}>
              <CupoEscrito {...{ cupo, at, hechos, change }} problemas={problemas(cupo.clave)} />
            </li>
          ))}
        </ul>
      )}
      <Button
        id={AGREGAR}
        icon={<IconPlus />}
        onClick={() => {
          change(addCupo);
          goOnTo(nombreId(reparto.cupos.length));
        }}
      >
        Guardar lugares para un grupo
      </Button>
    </Section>
  );
}

function CupoEscrito({
  cupo,
  at,
  hechos,
  problemas,
  change,
}: {
  cupo: Cupo;
  at: number;
  hechos: readonly HechoDeclarado[];
  problemas: readonly string[];
  change: Change;
}) {
  const { clave, nombre, lugares, liberaDias, condicion } = cupo;
  const set = (said: Partial<Cupo>, about: string | null = null) =>
    change((was) => setCupo(was, clave, said), about && `cupo ${clave} ${about}`);
  return (
    <fieldset className={styles.cupo}>
      <legend>{nombre || `Cupo ${at + 1}`}</legend>
      {problemas.map((problema) => (
        <p key={problema} className={styles.falta}>
          {problema}
        </p>
      ))}
      <div className={styles.campos}>
        <TextField
          id={nombreId(at)}
          label="Para quién"
          hint="Como lo leerá la gente: «Primer Circuito»."
          value={nombre}
          onChange={(text) => set({ nombre: text }, 'nombre')}
          maxLength={200}
          autoComplete="off"
        />
        <Numero
          label="Lugares"
          value={lugares || undefined}
          onChange={(cuantos = 0) => set({ lugares: cuantos }, 'lugares')}
        />
        <Numero
          label="Días antes del cierre en que se liberan"
          hint="Los que nadie tomó pasan a ser de todos. Vacío: nunca se liberan."
          optional
          value={liberaDias ?? undefined}
          onChange={(dias) => set({ liberaDias: dias ?? null }, 'libera')}
        />
      </div>
      <CondicionDeRegla
        condicion={condicion}
        hechos={hechos}
        onChange={(next) => set({ condicion: next }, 'condicion')}
      />
      <Button
        variant="quiet"
        size="small"
        flush
        onClick={() => {
          change((was) => removeCupo(was, clave));
          goOnTo(AGREGAR);
        }}
      >
        Quitar este cupo
      </Button>
    </fieldset>
  );
}
