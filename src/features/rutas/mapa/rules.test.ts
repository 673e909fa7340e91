import { expect, it } from 'vitest';
import type { DefinicionRuta, GrupoDeRuta, ParteDeRuta } from '../rules.ts';
import { recorrer } from '../rules.ts';
import { acercar, dibujar, enLineas, mostrar, vecino } from './rules.ts';

const c = (cursoId: string, ...requiere: string[]): ParteDeRuta => ({
  tipo: 'curso',
  cursoId,
  requiere,
});
const g = (clave: string, partes: ParteDeRuta[]): GrupoDeRuta => ({
  tipo: 'grupo',
  clave,
  titulo: clave,
  regla: { tipo: 'todas' },
  requiere: [],
  partes,
});
const RUTA: DefinicionRuta = {
  nombre: 'Ruta',
  descripcion: '',
  dirigidaA: '',
  enOrden: false,
  etapas: [g('A', [c('1'), g('G', [c('2'), c('3', '1')])]), g('B', [c('4', 'G'), c('5')])],
};

it('draws each part within what holds it, and none over another', () => {
  const { cajas, ancho, alto, flechas } = dibujar(RUTA);
  for (const { id, dentroDe } of recorrer(RUTA)) {
    const box = cajas.get(id)!;
    const holder = dentroDe.at(-1);
    const around = holder ? cajas.get(holder.clave)! : { x: 0, y: 0, ancho, alto };
    expect(box.x).toBeGreaterThan(around.x);
    expect(box.y).toBeGreaterThan(around.y);
    expect(box.x + box.ancho).toBeLessThan(around.x + around.ancho);
    expect(box.y + box.alto).toBeLessThan(around.y + around.alto);
  }
  const courses = ['1', '2', '3', '4', '5'].map((id) => cajas.get(id)!);
  for (const [i, one] of courses.entries()) {
    for (const other of courses.slice(i + 1)) {
      const apart =
        one.x + one.ancho <= other.x ||
        other.x + other.ancho <= one.x ||
        one.y + one.alto <= other.y ||
        other.y + other.alto <= one.y;
      expect(apart).toBe(true);
    }
  }
  expect(flechas.map(({ de, a }) => `${de} ${a}`)).toEqual(['1 3', 'G 4']);
});

it('is walked by arrows: every part is reached from the first by going down, and stages sideways', () => {
  const dibujo = dibujar(RUTA);
  const seen = ['A'];
  for (let i = 0; i < 7; i++) seen.push(vecino(RUTA, dibujo, seen.at(-1)!, 'abajo'));
  expect(seen).toEqual(['A', '1', 'G', '2', '3', 'B', '4', '5']);
  expect(vecino(RUTA, dibujo, '5', 'abajo')).toBe('5');
  expect(vecino(RUTA, dibujo, '4', 'izquierda')).toBe('1');
  expect(vecino(RUTA, dibujo, '1', 'derecha')).toBe('4');
  expect(vecino(RUTA, dibujo, '1', 'izquierda')).toBe('1');
  expect(vecino(RUTA, dibujo, '3', 'fin')).toBe('5');
  expect(vecino(RUTA, dibujo, '3', 'inicio')).toBe('A');
});

it('zooms around what is looked at, never further than can be read, and shows what is gone to', () => {
  const ventana = { ancho: 800 };
  const vista = { x: 0, y: 0, ancho: 800, alto: 400 };
  expect(acercar(vista, 2, ventana)).toEqual({ x: 200, y: 100, ancho: 400, alto: 200 });
  expect(acercar(vista, 100, ventana).ancho).toBeCloseTo(800 / 3);
  expect(acercar(vista, 0.001, ventana).ancho).toBeCloseTo(3_200);
  expect(mostrar(vista, { x: 900, y: 10, ancho: 100, alto: 50 })).toMatchObject({ x: 216, y: -6 });
  expect(mostrar(vista, { x: 100, y: 100, ancho: 100, alto: 50 })).toEqual(vista);
});

it('breaks a name in lines, and says that there was more', () => {
  expect(enLineas('Juicio de amparo', 30, 2)).toEqual(['Juicio de amparo']);
  expect(enLineas('Uno dos tres cuatro', 8, 2)).toEqual(['Uno dos', 'tres…']);
});
