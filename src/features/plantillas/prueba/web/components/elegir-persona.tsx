import { useState } from 'react';
import { Button, Folio, properName } from '../../../../../platform/web/ui/index.ts';
import { Encontrados } from '../../../redaccion/web/components/buscador.tsx';
import reglas from '../../../redaccion/web/components/reglas.module.css';
import { usePersonas } from '../hooks.ts';

export type PersonaElegida = { readonly clave: string; readonly nombre: string };

/** Chooses somebody by name, CURP or mail. The choice is nowhere in the address. */
export function ElegirPersona({
  elegida,
  onElegir,
}: {
  elegida: PersonaElegida | null;
  onElegir: (persona: PersonaElegida | null) => void;
}) {
  const [texto, setTexto] = useState('');
  const { data, isFetching } = usePersonas(texto);
  if (elegida) {
    return (
      <div className={reglas.elegido}>
        <span>
          <small>Persona</small> {properName(elegida.nombre)} <Folio>{elegida.clave}</Folio>
        </span>
        <Button size="small" variant="quiet" flush onClick={() => onElegir(null)}>
          Elegir a otra
        </Button>
      </div>
    );
  }
  const filas = texto.trim().length < 3 ? [] : (data?.filas ?? []);
  const say = () => {
    if (texto.trim().length < 3) return 'Escriba al menos tres letras.';
    if (!data) return isFetching ? 'Buscando…' : '';
    if (filas.length === 0) return 'Nadie tiene esas palabras. Pruebe con menos.';
    if (data.parecidas) return 'Nadie tiene todas esas palabras; estas personas se parecen.';
    return filas.length === 1 ? '1 persona.' : `${filas.length} personas.`;
  };
  return (
    <Encontrados
      label="Busque por nombre, CURP o correo"
      texto={texto}
      onTexto={setTexto}
      said={say()}
      opciones={filas.map(({ clave, nombreCompleto, adscripcion }) => ({
        valor: clave,
        etiqueta: properName(nombreCompleto),
        detalle: [clave, adscripcion].filter(Boolean).join(' · '),
      }))}
      onElegir={({ valor, etiqueta }) => {
        setTexto('');
        onElegir({ clave: valor, nombre: etiqueta });
      }}
    />
  );
}
