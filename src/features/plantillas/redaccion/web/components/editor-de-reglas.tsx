import { lazy, Suspense, useMemo, useState } from 'react';
import { Loading, Notice } from '../../../../../platform/web/feedback/index.ts';
import { Button, IconPlus } from '../../../../../platform/web/ui/index.ts';
import { Barra } from '../../../constructor/web/components/barra.tsx';
import { YaNoSeEdita } from '../../../constructor/web/components/ya-no-se-edita.tsx';
import {
  useConstruccion,
  type useSinGuardar,
  useUndoKeys,
} from '../../../constructor/web/hooks.ts';
import type { Definicion } from '../../../contract.ts';
import { reglaDeCupo, repartoDe } from '../../../cupos/rules.ts';
import { declaraRespuestas } from '../../../formulario/hechos/rules.ts';
import { checkReglas } from '../../../reglas/comprobacion/rules.ts';
import type { HechoDeclarado } from '../../../reglas/contract.ts';
import { presupuestoDe } from '../../../reglas/contradicciones/rules.ts';
import type { VersionPlantilla } from '../../../versiones/contract.ts';
import { contradiccionesEn } from '../../../versiones/rules.ts';
import { addRegla, copyRegla } from '../../rules.ts';
import { goOnTo } from './buscador.tsx';
import styles from './reglas.module.css';

/** Milliseconds that looking for contradictions may hold the page, at each change. */
const BUDGET_MS = 150;

const RepartoEscrito = lazy(async () => ({
  default: (await import('../../../cupos/web/components/reparto-escrito.tsx')).RepartoEscrito,
}));
const ReglaEscrita = lazy(async () => ({ default: (await import('./regla.tsx')).ReglaEscrita }));

/** The rules of a draft, written: saved, undone and joined as the form is. */
export function EditorDeReglas({
  data,
  hechos: deTodas,
  mirrored,
}: {
  data: VersionPlantilla;
  /** Those of any plantilla; the answers of its own form come with it. */
  hechos: readonly HechoDeclarado[];
  mirrored: ReturnType<typeof useSinGuardar>;
}) {
  const made = useConstruccion(data, mirrored, 'reglas');
  const { definicion, change } = made;
  const [abierta, setAbierta] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const { secciones } = definicion;
  const hechos = useMemo(
    () => [...deTodas, ...declaraRespuestas({ secciones })],
    [deTodas, secciones],
  );
  useUndoKeys(made);
  const problemas = useProblemas(made, hechos);
  const deNadie = useMemo(
    () =>
      contradiccionesEn(
        definicion,
        hechos,
        presupuestoDe(BUDGET_MS, () => performance.now()),
      ),
    [definicion, hechos],
  );
  const open = (clave: string) => {
    setAbierta(clave);
    goOnTo(`regla-${clave}`);
  };
  if (made.cierre) return <YaNoSeEdita data={data} cierre={made.cierre} />;
  const put = (act: typeof addRegla) => {
    let added = '';
    change((was) => {
      const next = act(was);
      added = next.clave;
      return next.definicion;
    });
    open(added);
  };
  const { reglas } = definicion;
  const impiden = reglas.filter(({ clave }) => problemas(clave).length > 0).length;
  return (
    <>
      <Barra made={made} guardadoEn={data.version.actualizadoEn} said={said}>
        <Button variant="primary" onClick={() => put(addRegla)}>
          <IconPlus width="1em" height="1em" /> Agregar regla
        </Button>
      </Barra>
      {impiden > 0 && (
        <Notice tone="danger" title="Antes de publicar">
          <p>
            {impiden === 1
              ? 'Una regla está por completar: se dice junto a ella qué le falta.'
              : `${impiden} reglas están por completar: se dice junto a cada una qué le falta.`}
          </p>
        </Notice>
      )}
      {deNadie.length > 0 && (
        <Notice tone="warning" title="Conviene revisar">
          {deNadie.map(({ donde, mensaje }) => (
            <p key={donde}>{mensaje}</p>
          ))}
        </Notice>
      )}
      {reglas.length === 0 ? (
        <Notice tone="warning" title="No tiene reglas">
          <p>Cualquiera podrá inscribirse mientras esté abierta la inscripción de la edición.</p>
        </Notice>
      ) : (
        <Suspense fallback={<Loading shape="list" />}>
          <ol className={styles.reglas}>
            {reglas.map((regla, at) => (
              <ReglaEscrita
                key={regla.clave}
                regla={regla}
                at={at}
                last={at === reglas.length - 1}
                hechos={hechos}
                problemas={problemas(regla.clave)}
                abierta={abierta === regla.clave}
                onAbrir={setAbierta}
                onDuplicar={() => put((was) => copyRegla(was, regla.clave))}
                change={change}
                say={setSaid}
              />
            ))}
          </ol>
        </Suspense>
      )}
      <Suspense>
        <RepartoEscrito
          definicion={definicion}
          hechos={hechos}
          problemas={problemasDeCupos(definicion, hechos)}
          change={change}
        />
      </Suspense>
    </>
  );
}

/** What keeps each quota from being published, as far as it is seen here. */
const problemasDeCupos = (definicion: Definicion, hechos: readonly HechoDeclarado[]) => {
  const { cupos } = repartoDe(definicion);
  const here = checkReglas(cupos.map(reglaDeCupo), hechos);
  return (clave: string): string[] => {
    const cupo = cupos.find((one) => one.clave === clave)!;
    return [
      ...here.flatMap(({ regla, problema }) => (regla === clave ? problema : [])),
      ...(cupo.nombre.trim() === '' ? ['Escriba para quién son los lugares.'] : []),
      ...(cupo.lugares >= 1 ? [] : ['Escriba cuántos lugares se guardan.']),
    ];
  };
};

/** What keeps each rule from being published: what is seen at once, and what the server knows (a course that is not). */
const useProblemas = (
  { definicion: { reglas }, problemas }: ReturnType<typeof useConstruccion>,
  hechos: readonly HechoDeclarado[],
) => {
  const here = checkReglas(reglas, hechos);
  return (clave: string): string[] => {
    const at = reglas.findIndex((one) => one.clave === clave);
    const { descripcion, mensaje } = reglas[at]!;
    const there = problemas
      // Answered for what was saved: only what cannot be seen here.
      .filter(({ donde, gravedad }) => gravedad === 'impide' && donde === `reglas.${at}.condicion`)
      .map((one) => one.mensaje)
      .filter((one) => one.includes('que no existe'));
    return [
      ...new Set([
        ...here.flatMap(({ regla, problema }) => (regla === clave ? problema : [])),
        ...there,
        ...(descripcion.trim() === '' ? ['Escriba lo que pide la regla.'] : []),
        ...(mensaje.trim() === '' ? ['Escriba lo que leerá quien no la cumpla.'] : []),
      ]),
    ];
  };
};
