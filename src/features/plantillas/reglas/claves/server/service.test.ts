import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../../tests/factories/cuentas.ts';
import { makeCurso } from '../../../../../../tests/factories/cursos.ts';
import {
  DEFINICION,
  makePlantilla,
  publishSiguiente,
} from '../../../../../../tests/factories/plantillas.ts';
import { hoja, ningunaDe, regla, todasDe } from '../../../../../../tests/factories/reglas.ts';
import { startTestPortal, type TestPortal } from '../../../../../../tests/portal.ts';
import { reglasPath } from '../../../routes.ts';

let app: TestPortal;
let call: (name: string, data: unknown) => ReturnType<TestPortal['call']>;
beforeAll(async () => {
  app = await startTestPortal({}, { jobs: false });
  const admin = await makeCuenta(app, { role: 'Admin' });
  call = (name, data) => app.call(name, data, admin);
});
afterAll(() => app?.stop());

const must = async (name: string, data: unknown) => {
  const { result, error } = await call(name, data);
  if (error) throw new Error(`${name}: ${JSON.stringify(error)}`);
  return result;
};
const nuevo = (catalogo: string, clave: string) =>
  must('saveItemCatalogo', {
    catalogo,
    id: null,
    version: null,
    valores: { clave, nombre: `Elemento ${clave}` },
  });

it('an item that a rule, a quota or a field names keeps its key, and is not deleted', async () => {
  const claves = ['XRULE', 'XFIELD', 'XQUOTA', 'XNADIE'] as const;
  const [enRegla, enCampo, enCupo, libre] = await Promise.all([
    nuevo('categorias', claves[0]),
    nuevo('tipos-documento', claves[1]),
    nuevo('categorias', claves[2]),
    nuevo('categorias', claves[3]),
  ]);
  const plantilla = await makePlantilla(app.services.db, {
    definicion: {
      ...DEFINICION,
      secciones: [
        ...DEFINICION.secciones,
        {
          clave: 'papeles',
          titulo: 'Papeles',
          campos: [
            {
              clave: 'papel',
              etiqueta: 'Papel',
              tipo: 'documento',
              documento: claves[1],
              obligatorio: false,
            },
          ],
        },
      ],
      reglas: [
        regla(todasDe(ningunaDe(hoja('empleo.categoria', 'in', ['OTRA', claves[0]])))),
        // The same letters, of something else.
        regla(todasDe(hoja('historia.cursos', 'contains', claves[3])), { clave: 's' }),
      ],
      reparto: {
        alLlenarse: 'cerrar',
        horasParaAceptar: 48,
        cupos: [
          {
            clave: 'c',
            nombre: 'Para ellas',
            lugares: 3,
            liberaDias: null,
            condicion: todasDe(hoja('empleo.categoria', '=', claves[2])),
          },
        ],
      },
    } as never,
  });
  // One that somebody made unreadable in the database names nothing, and is in nobody's way.
  const rota = await makePlantilla(app.services.db, { nombre: 'Ilegible' });
  await app.services.database.execute(
    `alter table plantilla_versiones disable trigger plantilla_version_inmutable;
     update plantilla_versiones set definicion = '${JSON.stringify(claves)}' where id = '${rota.versionId}';
     alter table plantilla_versiones enable trigger plantilla_version_inmutable`,
  );
  const enlace = reglasPath(plantilla.id, plantilla.versionId);
  for (const { id, version, catalogo, valores } of [enRegla, enCampo, enCupo]) {
    const { usos } = await must('getUsoItemCatalogo', { id });
    expect(usos).toMatchObject([{ texto: '1 versión de una plantilla', ejemplos: [{ enlace }] }]);
    const otra = { catalogo, id, version, valores: { ...valores, clave: 'XCAMBIADA' } };
    expect((await call('saveItemCatalogo', otra)).error?.details.fields).toEqual({
      clave: 'Por esta clave lo reconocen 1 versión de una plantilla: no se puede cambiar.',
    });
    const borrada = await call('deleteItemCatalogo', { id, version });
    expect(borrada.error?.details.code).toBe('en-uso');
    await must('saveItemCatalogo', { ...otra, valores: { ...valores, nombre: 'Otro nombre' } });
  }
  const { id, version, catalogo, valores } = libre;
  await must('saveItemCatalogo', { catalogo, id, version, valores: { ...valores, clave: 'XYA' } });
});

type Curso = Awaited<ReturnType<typeof makeCurso>>;
it('the key by which rules or quotas know a course is given to no other one, and the course is not deleted', async () => {
  const { db } = app.services;
  // Of two courses: by a rule's argument, and by what a quota is compared with.
  const [uno, dos, libre] = (await Promise.all(
    ['XUNO', 'XDOS', 'XLIBRE'].map((clave) => makeCurso(db, { clave })),
  )) as [Curso, Curso, Curso];
  await makePlantilla(db, {
    nombre: 'Nombra cursos',
    definicion: {
      ...DEFINICION,
      reglas: [regla(todasDe(hoja(`historia.cursando:${uno.clave}`, '=', true)))],
      reparto: {
        alLlenarse: 'cerrar',
        horasParaAceptar: 48,
        cupos: [
          {
            ...{ clave: 'c', nombre: 'De antes', lugares: 1, liberaDias: null },
            condicion: todasDe(hoja('historia.cursos', 'contains', dos.clave)),
          },
        ],
      },
    } as never,
  });
  const guardado = async (id: string) => (await must('getCursoGuardado', { id })).curso;
  const rename = async (id: string, clave: string) => {
    const { datos, version } = await guardado(id);
    return call('saveCurso', { id, version, datos: { ...datos, clave } });
  };
  for (const { id, clave } of [uno, dos]) {
    const { version } = await guardado(id);
    const borrado = await call('deleteCurso', { id, version });
    expect(borrado.error?.message).toMatch(
      new RegExp(`por su clave ${clave} lo nombran «Nombra cursos`),
    );
    // Under another key it is the same course.
    expect((await rename(id, `${clave}-B`)).error).toBeUndefined();
    const ajena = await rename(libre.id, clave);
    expect(ajena.error?.details.fields.clave).toMatch(
      /^Era la clave de .*«Nombra cursos, versión 1»/,
    );
    // It takes back its own.
    expect((await rename(id, clave)).error).toBeUndefined();
  }
  // A key that nothing names passes from one to another.
  expect((await rename(libre.id, `${libre.clave}-C`)).error).toBeUndefined();
  const otro = await makeCurso(db, { clave: 'XOTRO' });
  expect((await rename(otro.id, libre.clave)).error).toBeUndefined();
});

it('a key that there is not is refused when it is published, whatever list it would be of', async () => {
  const { db } = app.services;
  const curso = await makeCurso(db);
  const publish = async (...hojas: Parameters<typeof todasDe>) => {
    const { id, versionId } = await makePlantilla(db);
    return publishSiguiente(call, { plantillaId: id, desde: versionId }, (definicion) => {
      definicion.reglas = [regla(todasDe(...hojas))];
    });
  };
  await expect(
    publish(
      hoja('empleo.categoria', 'in', ['NO-HAY-1']),
      hoja('historia.cursos', 'notIn', [curso.clave, 'NO-HAY-2']),
      hoja('edicion.curso', '=', 'NO-HAY-3'),
      hoja('edicion.tipo', '=', 'CURSO'),
    ),
  ).rejects.toThrow(
    /«Categoría o cargo» se compara con «NO-HAY-1», que no existe.*«Cursos acreditados o en curso» se compara con «NO-HAY-2».*«Curso de la edición» se compara con «NO-HAY-3»/,
  );
  await publish(
    hoja('historia.cursos', 'notIn', [curso.clave]),
    hoja('edicion.modalidad', 'in', ['PRESENCIAL', 'LINEA_ASINC']),
  );
});
