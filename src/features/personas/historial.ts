import type { Nombrado } from '../../platform/shared/historial.ts';
import { defineHistorial } from '../../platform/shared/historial.ts';
import { APARTADOS } from './apartados/definiciones/rules.ts';
import { personPath } from './routes.ts';

export const personasHistorial = defineHistorial({
  registros: { persona: 'Persona', expediente: 'Expedientes' },
  acciones: {
    'persona.crear': 'Creó el expediente',
    'persona.reclamar': 'Recibió el expediente que la escuela tenía',
    'expediente.listar': 'Vio expedientes en la lista',
    'persona.leer': 'Consultó el expediente',
    'persona.intentarAjeno': 'Quiso consultar un expediente que no es suyo',
    'persona.agregarDato': 'Agregó un dato al expediente',
    'persona.editarDato': 'Cambió un dato del expediente',
    'persona.quitarDato': 'Quitó un dato del expediente',
    'persona.ensayarCurp': 'Ensayó asignarle una CURP',
    'persona.asignarCurp': 'Asignó la CURP al expediente',
    'persona.corregir': 'Corrigió los datos de identidad',
    'persona.fusionar': 'Fusionó el expediente con otro',
    'persona.recibirFusion': 'Fusionó otro expediente en este',
    'persona.revisarDiscrepancias': 'Revisó los datos que no coinciden con la CURP',
  },
  datos: {
    cuenta: { label: 'Cuenta', registro: 'cuenta' },
    personas: { label: 'Expedientes a la vista', registro: 'persona' },
    conCurp: 'Con CURP',
    clave: 'Clave de la persona',
    claveAnterior: 'Clave anterior',
    personaId: { label: 'Expediente', registro: 'persona' },
    personaAnterior: { label: 'Expediente anterior', registro: 'persona' },
    datosCorregidos: {
      label: 'Corrección',
      valores: {
        nombre: 'Nombre o nombres',
        apellidoPaterno: 'Primer apellido',
        apellidoMaterno: 'Segundo apellido',
        curp: 'CURP',
      },
    },
    nombresTomados: 'Nombres que se tomaron',
    propuestaPor: { label: 'Propuesto por', registro: 'cuenta' },
    sinSegundaPersona: 'Sin segunda persona',
    discrepancias: 'Datos que no coinciden',
    apartado: {
      label: 'Apartado',
      valores: Object.fromEntries(APARTADOS.map(({ id, titulo }) => [id, titulo])),
    },
    campos: {
      label: 'Cambio',
      valores: {
        'persona.correo': 'Correo que la escuela tiene',
        ...Object.fromEntries(
          APARTADOS.flatMap(({ id, campos }) =>
            campos.map(({ key, label }) => [`${id}.${key}`, label] as const),
          ),
        ),
      },
    },
  },
  tecnicos: ['importacion', 'propuesta', 'entrada'],
  listas: { personas: 'Personas' },
});

declare module '../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof personasHistorial.acciones, true> {}
}

/** A person's file in the history: their name, and the file. */
export const nombrarPersona = (persona: { clave: string; nombre_completo: string }): Nombrado => ({
  nombre: persona.nombre_completo,
  enlace: personPath(persona.clave),
});
