import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Loading, ScreenTitle } from './loading.tsx';

const draw = (props: Parameters<typeof Loading>[0]) =>
  renderToStaticMarkup(createElement(Loading, props));

it('heads a whole screen that is on its way, and is no part of what is announced', () => {
  const screen = draw({ shape: 'list', title: 'Matrícula' });
  expect(screen).toContain('<h1 class="sr-only">Matrícula</h1>');
  expect(screen).toMatch(/role="status">Cargando…<\/span>/);
  // A part of a screen, which has its heading already, brings none.
  expect(draw({ shape: 'list' })).not.toContain('<h1');
});

it('heads the whole of a screen that waits for its data, and no part of it', () => {
  const within = (shape: 'page' | 'list') =>
    renderToStaticMarkup(
      createElement(ScreenTitle, { value: 'Plantilla' }, createElement(Loading, { shape })),
    );
  expect(within('page')).toContain('<h1 class="sr-only">Plantilla</h1>');
  expect(within('list')).not.toContain('<h1');
});
