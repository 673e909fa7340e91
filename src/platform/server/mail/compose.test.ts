import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { composeMail, type Letter, type Sender } from './compose.ts';

const SENDER: Sender = {
  institution: {
    name: 'Escuela de Formación',
    shortName: 'EF',
    logoUrl: 'https://otro.example/logo.png',
    actionColor: null,
  },
  publicUrl: 'https://portal.escuela.example/sede',
};
const WRITTEN = new Date('2026-11-20T16:30:00Z');
const write = (content: Parameters<typeof composeMail>[1], hoursLater = 0, sender = SENDER) =>
  composeMail('Su inscripción', content, sender, {
    writtenAt: WRITTEN,
    now: new Date(WRITTEN.getTime() + hoursLater * 3_600_000),
  });

const LETTER: Letter = {
  name: 'Ana da Silva',
  paragraphs: ['Su inscripción quedó registrada.'],
  ficha: {
    kind: 'Acuse',
    title: 'Amparo',
    folio: 'AAAA-BBBB',
    fields: [
      { label: 'Edición', value: '2 · 2026' },
      { label: 'Sede', value: null },
    ],
  },
  action: { label: 'Ver el acuse', url: 'https://portal.escuela.example/acuse?folio=A&clave=B' },
  notes: ['Consérvelo.'],
  reason: 'Recibe este mensaje porque se inscribió.',
};

/** What somebody reads of a page: without markup, entities as the characters they are. */
const readable = (html: string) =>
  html
    .replace(/<style>.*?<\/style>|<[^>]+>/gs, ' ')
    .replace(
      /&(lt|gt|quot|amp|nbsp);/g,
      (_, name: string) => ({ lt: '<', gt: '>', quot: '"', amp: '&', nbsp: ' ' })[name]!,
    )
    .replace(/\s+/g, ' ');

describe('a letter', () => {
  it('says the same as text and as HTML', () => {
    const { text, html } = write(LETTER);
    expect(text).toBe(`Buen día, Ana da Silva:

Su inscripción quedó registrada.

Acuse, folio AAAA-BBBB
Amparo
Edición: 2 · 2026

Ver el acuse:
https://portal.escuela.example/acuse?folio=A&clave=B

Consérvelo.

--
Escuela de Formación
Portal: portal.escuela.example
Recibe este mensaje porque se inscribió. Se envía de manera automática; no lo responda.`);
    const said = readable(html);
    for (const part of [
      'Buen día, Ana da Silva:',
      'Su inscripción quedó registrada.',
      'Acuse · EF Folio AAAA-BBBB',
      'Edición 2 · 2026',
      'Ver el acuse',
      'https://portal.escuela.example/acuse?folio=A&clave=B',
      'Consérvelo.',
      'Escuela de Formación',
      'Recibe este mensaje porque se inscribió. Se envía de manera automática; no lo responda.',
    ]) {
      expect(said).toContain(part);
    }
    expect(said).not.toContain('Sede');
    expect(html).toContain('<html lang="es-MX"');
    expect(html).toContain('prefers-color-scheme:dark');
  });

  it('fetches nothing from anywhere: neither images nor fonts nor style sheets', () => {
    expect(write(LETTER).html).not.toMatch(/<img|<link|<script|src=|url\(|@import/);
  });

  it('says that it is late when its links may be over', () => {
    expect(write(LETTER, 0.5).text).not.toContain('retraso');
    const late = write(LETTER, 30);
    expect(late.text).toContain(
      'Este mensaje se escribió el 20 de noviembre de 2026, 10:30\u00a0h y salió con retraso.',
    );
    expect(readable(late.html)).toContain('salió con retraso');
  });

  it('wears the institution’s colour, and the portal’s when that one cannot be read', () => {
    const of = (actionColor: string) =>
      write(LETTER, 0, { ...SENDER, institution: { ...SENDER.institution, actionColor } }).html;
    expect(of('#005a3c')).toContain('background:#005a3c');
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    expect(of('#ffee00')).toContain('background:#1d3b66');
    expect(warn.mock.calls[0]?.[0]).toContain('4.5:1');
    warn.mockRestore();
  });

  it('shows markup as what was written, whoever wrote it', () => {
    const piece = fc.string({
      unit: fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '&',
        'a',
        ' ',
        'script',
        'onload=',
        '</td>',
        '<!--',
      ),
      maxLength: 12,
    });
    fc.assert(
      fc.property(piece, (text) => {
        const { html } = write({
          ...LETTER,
          name: text,
          paragraphs: [text],
          ficha: { kind: text, title: text, folio: text, fields: [{ label: text, value: text }] },
          notes: [text],
          reason: text,
        });
        const tags = (h: string) => h.match(/<[a-z!/][^>]*>/gi)!.map((t) => t.split(/[\s>]/)[0]);
        // The same markup as with an ordinary word, whatever stands in it.
        const plain = write({
          ...LETTER,
          name: 'x',
          paragraphs: ['x'],
          ficha: { kind: 'x', title: 'x', folio: 'x', fields: [{ label: 'x', value: 'x' }] },
          notes: ['x'],
          reason: 'x',
        });
        if (text.trim() !== '') expect(tags(html)).toEqual(tags(plain.html));
      }),
    );
  });
});

it('a mail that was queued before mails were letters goes out as it is, with its addresses as links', () => {
  const { text, html } = write({ text: 'Hola.\n\nAbra https://a.example/x?c=1&d=2.' });
  expect(text).toBe('Hola.\n\nAbra https://a.example/x?c=1&d=2.');
  expect(html).toContain('<a href="https://a.example/x?c=1&amp;d=2" class="link"');
});
