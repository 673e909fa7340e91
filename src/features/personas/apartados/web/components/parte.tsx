import { type ReactNode, useEffect, useState } from 'react';
import { ErrorState, Loading } from '../../../../../platform/web/feedback/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { useSearchParams } from '../../../../../platform/web/router.tsx';
import { Faltantes } from '../../../completitud/web/components/faltantes.tsx';
import { formatTelefono } from '../../../contactos/rules.ts';
import {
  estadoTelefono,
  VerificarTelefono,
} from '../../../telefonos/web/components/estado-telefono.tsx';
import { VerificacionDialog } from '../../../telefonos/web/components/verificacion-dialog.tsx';
import type { Apartados, Entrada } from '../../contract.ts';
import { apartadosDe } from '../../definiciones/rules.ts';
import type { Apartado, Parte } from '../../rules.ts';
import { useApartados } from '../hooks.ts';
import { QuitarDialog, SeccionApartado } from './apartado.tsx';
import type { CampoDocumento } from './campo-entrada.tsx';
import { EntradaDialog } from './entrada-dialog.tsx';

type Abierto = {
  apartado: Apartado;
  entrada: Entrada | null;
  que: 'editar' | 'quitar' | 'verificar';
  campo: string | null;
};

/** What the address asks to open here at once (`abrirOf` of completitud), when it is of this part of the file. */
const askedIn = (
  params: URLSearchParams,
  parte: Parte,
  entradas: readonly Entrada[],
): Abierto | null => {
  const apartado = apartadosDe(parte).find(({ id }) => id === params.get('abrir'));
  if (!apartado) return null;
  const mine = entradas.filter((one) => one.apartado === apartado.id);
  const asked = params.get('entrada');
  const entrada = asked
    ? mine.find(({ id }) => id === asked)
    : apartado.unico
      ? mine[0]
      : undefined;
  // Taken away since the link was made.
  if (asked && !entrada) return null;
  const campo = apartado.campos.find(({ key }) => key === params.get('campo'));
  return { apartado, entrada: entrada ?? null, que: 'editar', campo: campo?.key ?? null };
};

/** The apartados of a tab of a file: what they say, what they lack, and the forms where that is mended. */
export function ParteExpediente({
  clave,
  parte,
  documento,
  children,
}: {
  clave: string;
  parte: Parte;
  documento: CampoDocumento;
  /** What the tab says besides, between what is missing and the apartados. */
  children?: ReactNode;
}) {
  const apartados = useApartados(clave, true);
  if (apartados.isPending) return <Loading shape="form" />;
  if (apartados.isError) {
    return (
      <>
        {children}
        <ErrorState error={apartados.error} retry={() => void apartados.refetch()} />
      </>
    );
  }
  return (
    <Contenido {...{ clave, parte, documento }} data={apartados.data}>
      {children}
    </Contenido>
  );
}

function Contenido({
  clave,
  parte,
  documento,
  data,
  children,
}: {
  clave: string;
  parte: Parte;
  documento: CampoDocumento;
  data: Apartados;
  children: ReactNode;
}) {
  const { entradas, hoy, telefonos } = data;
  const [opened, { open, close }] = useDisclosure();
  const [abierto, setAbierto] = useState<Abierto | null>(null);
  const [params, setParams] = useSearchParams();
  const show = (next: Abierto) => {
    setAbierto(next);
    open();
  };
  const asked = askedIn(params, parte, entradas);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time the address asks for something
  useEffect(() => {
    if (!asked) return;
    show(asked);
    const rest = new URLSearchParams(params);
    for (const key of ['abrir', 'entrada', 'campo']) rest.delete(key);
    setParams(rest, { replace: true });
  }, [asked !== null]);
  const deTelefono = (apartado: Apartado) => (entrada: Entrada, numero: string) => ({
    estado: estadoTelefono(entrada, telefonos),
    accion: (
      <VerificarTelefono
        {...{ entrada, numero, telefonos }}
        onVerificar={() => show({ apartado, entrada, que: 'verificar', campo: null })}
      />
    ),
  });
  const of = ({ id }: Apartado) => entradas.filter((one) => one.apartado === id);
  return (
    <>
      <Faltantes {...{ clave, parte, data }} />
      {children}
      {apartadosDe(parte).map((apartado) => (
        <SeccionApartado
          key={apartado.id}
          apartado={apartado}
          entradas={of(apartado)}
          adorno={apartado.id === 'telefono' ? deTelefono(apartado) : undefined}
          onEditar={(entrada) => show({ apartado, entrada, que: 'editar', campo: null })}
          onQuitar={(entrada) => show({ apartado, entrada, que: 'quitar', campo: null })}
        />
      ))}
      {opened && abierto?.que === 'editar' && (
        <EntradaDialog
          clave={clave}
          apartado={abierto.apartado}
          entrada={abierto.entrada}
          otras={of(abierto.apartado).filter(({ id }) => id !== abierto.entrada?.id)}
          hoy={hoy}
          campo={abierto.campo}
          documento={documento}
          onClose={close}
        />
      )}
      {opened && abierto?.que === 'verificar' && abierto.entrada && (
        <VerificacionDialog
          key={abierto.entrada.id}
          entrada={abierto.entrada.id}
          numero={formatTelefono(String(abierto.entrada.valores.numero))}
          enEspera={telefonos.enEspera[abierto.entrada.id] ?? null}
          onClose={close}
        />
      )}
      {opened && abierto?.que === 'quitar' && abierto.entrada && (
        <QuitarDialog
          clave={clave}
          apartado={abierto.apartado}
          entrada={abierto.entrada}
          onClose={close}
        />
      )}
    </>
  );
}
