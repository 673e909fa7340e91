import { createElement, Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { lazyAhead, preloadParts } from './lazy.ts';

const draw = (part: ReturnType<typeof lazyAhead>) =>
  renderToString(createElement(Suspense, { fallback: 'espera' }, createElement(part)));

it('draws at once what has come already, and a fallback before', async () => {
  const load = () => Promise.resolve({ default: () => 'ya' });
  const [late, ahead] = [lazyAhead(load), lazyAhead(load)];
  expect(draw(late)).toContain('espera');
  await ahead.preload('');
  expect(draw(ahead)).toContain('ya');
  expect(draw(ahead)).not.toContain('espera');
});

it('asks for the parts that have something to come, and lets a failure be said when it is drawn', async () => {
  const load = vi.fn(() => Promise.reject(new Error('sin red')));
  vi.stubGlobal('window', { location: { search: '' } });
  preloadParts([lazyAhead(load), () => null]);
  await new Promise((resolve) => setTimeout(resolve));
  expect(load).toHaveBeenCalledTimes(1);
  vi.unstubAllGlobals();
});
