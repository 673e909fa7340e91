import { demoSeed } from '../../../platform/server/demo.ts';
import type { ServerFeature } from '../../../platform/server/feature.ts';
import { accesoHandlers } from '../acceso/server/handlers.ts';
import { archivosHistorial } from '../archivos/historial.ts';
import { ineFiles, userFiles } from '../archivos/policy.ts';
import { archivosHandlers } from '../archivos/server/handlers.ts';
import {
  archivosAportes,
  archivosSupresiones,
  readTicketIne,
  recordArchivo,
  recordInfectado,
  recordLecturaArchivo,
} from '../archivos/server/service.ts';
import { contactoHandlers } from '../contacto/server/handlers.ts';
import { cuentasHandlers } from '../cuentas/server/handlers.ts';
import { cuentasJobs } from '../cuentas/server/jobs.ts';
import { nombrarCuentas, readNombresDeCuentas } from '../cuentas/server/service.ts';
import { factorHistorial } from '../factor/historial.ts';
import { factorHandlers } from '../factor/server/handlers.ts';
import { settleFactorRoles } from '../factor/server/service.ts';
import { fotoHandlers } from '../foto/server/handlers.ts';
import { cuentaHechos } from '../hechos/server/service.ts';
import { identidadHistorial } from '../historial.ts';
import { intentosHandlers } from '../intentos/server/handlers.ts';
import { flushIntentos } from '../intentos/server/service.ts';
import { privacidadPaths } from '../privacidad/routes.ts';
import { privacidadHandlers } from '../privacidad/server/handlers.ts';
import { registroHandlers } from '../registro/server/handlers.ts';
import { identidadPaths } from '../routes.ts';
import { sesionesHandlers } from '../sesiones/server/handlers.ts';
import { readActor, readSesionViva, resolveActor } from '../sesiones/server/service.ts';
import {
  identidadAportes,
  identidadSinAporte,
  identidadSinSupresion,
  identidadSupresiones,
} from '../titular/server/service.ts';
import { loteUsuariosHandlers } from '../usuarios/lote/server/handlers.ts';
import { usuariosHandlers } from '../usuarios/server/handlers.ts';
import { usuariosHoja } from '../usuarios/server/hojas.ts';
import { verificacionHandlers } from '../verificacion/server/handlers.ts';
import { vinculacionesHistorial } from '../vinculaciones/historial.ts';
import { identificacionFiles } from '../vinculaciones/policy.ts';
import { revisionVinculacionesHandlers } from '../vinculaciones/revision/server/handlers.ts';
import { vinculacionesPaths } from '../vinculaciones/routes.ts';
import { vinculacionesHandlers } from '../vinculaciones/server/handlers.ts';
import { vinculacionesJobs } from '../vinculaciones/server/jobs.ts';
import { vinculacionesPendientes, vinculacionPropia } from '../vinculaciones/server/service.ts';
import { vinculoSeguidor } from '../vinculo/server/service.ts';
import { VINCULOS } from '../vinculo/server/textos.ts';
import { identidadHttp } from './http.ts';

/** What is noted of every file, whosever it is. */
const noted = { onChange: recordArchivo, onRead: recordLecturaArchivo };

export const identidad: ServerFeature = {
  name: 'identidad',
  paths: [...identidadPaths, ...privacidadPaths, ...vinculacionesPaths],
  historial: [identidadHistorial, archivosHistorial, factorHistorial, vinculacionesHistorial],
  registros: { cuenta: nombrarCuentas },
  callables: ({ all }) => [
    ...sesionesHandlers,
    ...intentosHandlers,
    ...cuentasHandlers,
    ...registroHandlers,
    ...verificacionHandlers,
    ...vinculacionesHandlers,
    ...revisionVinculacionesHandlers,
    ...privacidadHandlers,
    ...contactoHandlers(all('alConfirmarContacto')),
    ...factorHandlers,
    ...accesoHandlers,
    ...usuariosHandlers,
    ...loteUsuariosHandlers,
    ...fotoHandlers,
    ...archivosHandlers,
  ],
  hojas: [usuariosHoja],
  storage: [
    { ...userFiles, ...noted },
    { ...ineFiles, ...noted },
    { ...identificacionFiles, ...noted },
  ],
  jobs: { ...cuentasJobs, ...vinculacionesJobs },
  http: [identidadHttp],
  onStart: (services) => settleFactorRoles(services),
  demo: [
    demoSeed({
      needs: ['personas'],
      gives: ['cuentas'],
      run: async (trx, { personas }, { services, now }) => {
        const { seedCuentas } = await import('./seed.ts');
        const { seedVinculaciones } = await import('../vinculaciones/server/seed.ts');
        await seedCuentas(trx, personas);
        await seedVinculaciones(trx, personas, { services, now });
        return { cuentas: true };
      },
    }),
  ],
  onStop: flushIntentos,
  gives: {
    cartas: [VINCULOS.textos],
    hechos: [cuentaHechos],
    resolveActor: [resolveActor],
    sesionViva: [readSesionViva],
    ownerNow: [readActor],
    readTicket: [readTicketIne],
    onFileInfected: [recordInfectado],
    nombresDeCuentas: [readNombresDeCuentas],
    seguidores: [vinculoSeguidor],
    aportes: [...identidadAportes, ...archivosAportes],
    sinAporte: [identidadSinAporte],
    supresiones: [...identidadSupresiones, ...archivosSupresiones],
    sinSupresion: [identidadSinSupresion],
    pendientes: [vinculacionesPendientes, vinculacionPropia],
  },
};
