import { formatMomento } from '../../shared/dates.ts';
import { brandColors, dark, light, type Palette } from '../../shared/palette.ts';
import type { Env } from '../env.ts';
import { escapeHtml } from '../html.ts';

/** What a mail says, once: `composeMail` writes it as text and as HTML. Plain text, no markup. */
export type Letter = {
  /** Whom it greets, in the case of their file («Ana da Silva»: `nameInItsCase`); omitted: nobody. */
  name?: string;
  /** What happened and what to do, a paragraph each. */
  paragraphs: readonly string[];
  /** The record that it is about, as the portal's screens show it. Rows without a value are left out. */
  ficha?: {
    /** «Acuse de inscripción». */
    kind: string;
    title: string;
    folio?: string;
    fields: readonly { label: string; value: string | null }[];
  };
  /** The one thing to do. Its address is also written out. */
  action?: { label: string; url: string };
  /** What else there is to know, after the action. */
  notes?: readonly string[];
  /** Why they receive it, a whole sentence. */
  reason: string;
  /** Of an optional kind: where its person stops receiving it by mail, as mail programs ask (RFC 8058). */
  unsubscribe?: string;
};

/** What is kept of a mail until it has gone out; one that was queued before mails were letters is a text. */
export type Content = Letter | { text: string };

export type Sender = Pick<Env, 'publicUrl'> & {
  institution: Pick<Env['institution'], 'name' | 'shortName' | 'logoUrl' | 'actionColor'>;
};

export type Composed = {
  subject: string;
  text: string;
  html: string;
  unsubscribe?: string | undefined;
};

/** A mail that goes out later than this after it was written says so: its links may be over. */
const LATE_MS = 3_600_000;

const AUTOMATIC = 'Se envía de manera automática; no lo responda.';

const lateNote = (writtenAt: Date) =>
  `Este mensaje se escribió el ${formatMomento(writtenAt)} y salió con retraso. Si un enlace ya venció, pida otro en el portal.`;

/** How an optional kind is switched off by hand. */
const preferenceNote = ({ publicUrl }: Sender): string =>
  `Si prefiere ver estos avisos solo en el portal, dígalo en sus preferencias, en «Avisos por correo»: ${publicUrl}/preferencias`;

/** Writes a mail. `now` is when it goes out, `writtenAt` when it was asked for. */
export const composeMail = (
  subject: string,
  content: Content,
  sender: Sender,
  { writtenAt, now }: { writtenAt: Date; now: Date },
): Composed => {
  const late = now.getTime() - writtenAt.getTime() > LATE_MS ? [lateNote(writtenAt)] : [];
  if ('text' in content) {
    const blocks = [...content.text.split(/\n{2,}/), ...late];
    return {
      subject,
      text: blocks.join('\n\n'),
      html: toHtml(subject, (c) => blocks.map((block) => paragraph(block, c)).join('\n'), sender),
    };
  }
  const notes = [
    ...(content.notes ?? []),
    ...(content.unsubscribe ? [preferenceNote(sender)] : []),
    ...late,
  ];
  const letter = { ...content, notes };
  return {
    subject,
    text: toText(letter, sender),
    html: toHtml(subject, (c) => letterHtml(letter, sender, c), sender, letter),
    unsubscribe: content.unsubscribe,
  };
};

const greeting = (name: string | undefined): string => `Buen día${name ? `, ${name}` : ''}:`;

const fieldsOf = ({ fields }: NonNullable<Letter['ficha']>) =>
  fields.filter((field): field is { label: string; value: string } => Boolean(field.value));

const hostOf = ({ publicUrl }: Sender): string => new URL(publicUrl).host;

const toText = (letter: Letter, sender: Sender): string => {
  const { ficha, action } = letter;
  const blocks = [
    greeting(letter.name),
    ...letter.paragraphs,
    ...(ficha
      ? [
          [
            ...(ficha.folio ? [`${ficha.kind}, folio ${ficha.folio}`] : [ficha.kind]),
            ficha.title,
            ...fieldsOf(ficha).map(({ label, value }) => `${label}: ${value}`),
          ].join('\n'),
        ]
      : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(letter.notes ?? []),
    `--\n${sender.institution.name}\nPortal: ${hostOf(sender)}\n${letter.reason} ${AUTOMATIC}`,
  ];
  return blocks.join('\n\n');
};

type Colours = Pick<
  Palette,
  'paper' | 'surface' | 'sunken' | 'ink' | 'muted' | 'gold' | 'line' | 'action' | 'on-action'
>;

/** The colours of a mail in each theme, with the institution's own where it has one. */
const coloursOf = (() => {
  const known = new Map<string | null, { light: Colours; dark: Colours }>();
  return (actionColor: string | null) => {
    let colours = known.get(actionColor);
    if (!colours) {
      const brand = actionColor === null ? null : brandColors(actionColor);
      colours = {
        light: { ...light, ...(brand && { action: brand.light.action }) },
        dark: { ...dark, ...(brand && { action: brand.dark.action }) },
      };
      known.set(actionColor, colours);
    }
    return colours;
  };
})();

const SANS = "'Source Sans 3','Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const SERIF = "'Source Serif 4',Georgia,'Times New Roman',serif";
const MONO = "'JetBrains Mono',Consolas,'Liberation Mono',monospace";

/** Text with its addresses as links. */
const linked = (text: string, c: Colours): string =>
  escapeHtml(text).replace(
    /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)]/g,
    (url) => `<a href="${url}" class="link" style="color:${c.action}">${url}</a>`,
  );

const lines = (text: string, c: Colours): string => linked(text, c).replaceAll('\n', '<br>');

const paragraph = (text: string, c: Colours): string =>
  `<p style="margin:0 0 16px;color:${c.ink}" class="ink">${lines(text, c)}</p>`;

const letterHtml = (letter: Letter, sender: Sender, c: Colours): string =>
  [
    paragraph(greeting(letter.name), c),
    ...letter.paragraphs.map((text) => paragraph(text, c)),
    letter.ficha ? fichaHtml(letter.ficha, sender.institution.shortName, c) : '',
    letter.action ? actionHtml(letter.action, c) : '',
    ...(letter.notes ?? []).map((text) => paragraph(text, c)),
  ].join('\n');

/**
 * Tables and inline styles are what every mail program shows; the style sheet only adds the dark
 * theme and the narrow screen where they are understood. Nothing is fetched from anywhere.
 */
const toHtml = (
  subject: string,
  body: (c: Colours) => string,
  sender: Sender,
  letter?: Letter,
): string => {
  const { light: c, dark: d } = coloursOf(sender.institution.actionColor);
  const { name, shortName } = sender.institution;
  const title = escapeHtml(subject);
  // What lists of mails show beside the subject.
  const preview = escapeHtml((letter?.paragraphs[0] ?? '').slice(0, 140));
  const foot = `${escapeHtml(name)} &nbsp;·&nbsp; ${escapeHtml(hostOf(sender))}`;
  return `<!doctype html>
<html lang="es-MX" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${title}</title>
<style>${styleSheet(d)}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${c.paper}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${preview}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${c.paper}" style="background:${c.paper}"><tr><td align="center" class="outer" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;width:100%;text-align:left;font-family:${SANS};font-size:16px;line-height:1.5">
<tr><td class="side muted" style="padding:0 4px 10px;font-size:14px;color:${c.muted}"><strong class="ink" style="color:${c.ink}">${escapeHtml(shortName)}</strong> &nbsp;·&nbsp; ${escapeHtml(name)}</td></tr>
<tr><td class="surface line inner" bgcolor="${c.surface}" style="padding:28px 32px 16px;background:${c.surface};border:1px solid ${c.line};border-radius:6px;overflow-wrap:anywhere;word-break:break-word">
<div role="article" lang="es-MX" aria-label="${title}">
<h1 class="ink" style="margin:0 0 16px;font-family:${SERIF};font-size:24px;line-height:1.25;font-weight:600;color:${c.ink}">${title}</h1>
${body(c)}
</div>
</td></tr>
<tr><td class="side muted" style="padding:16px 4px 0;font-size:14px;line-height:1.45;color:${c.muted}">${letter ? `${escapeHtml(letter.reason)} ${AUTOMATIC}<br>` : ''}${foot}</td></tr>
</table>
</td></tr></table>
</body>
</html>`;
};

const fichaHtml = (ficha: NonNullable<Letter['ficha']>, shortName: string, c: Colours): string => {
  const edge = `border:1px solid ${c.line};border-top:3px double ${c.gold}`;
  const rows = fieldsOf(ficha).map(
    ({ label, value }) =>
      `<tr><th scope="row" class="row muted" style="width:34%;padding:7px 12px 7px 0;text-align:left;vertical-align:top;font-size:14px;font-weight:400;color:${c.muted}">${escapeHtml(label)}</th><td class="row value ink" style="padding:7px 0;vertical-align:top;color:${c.ink}">${lines(value, c)}</td></tr>`,
  );
  const folio = ficha.folio
    ? `<td class="row line muted" align="right" style="padding:12px 20px 10px;font-size:14px;color:${c.muted};border-bottom:1px solid ${c.line}">Folio <span class="ink" style="font-family:${MONO};white-space:nowrap;color:${c.ink}">${escapeHtml(ficha.folio)}</span></td>`
    : '';
  return `<table role="presentation" class="line gold-edge" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 24px;${edge};border-radius:6px">
<tr><td class="row line gold" style="padding:12px 20px 10px;font-size:14px;font-weight:600;color:${c.gold};border-bottom:1px solid ${c.line}">${escapeHtml(ficha.kind)} <span class="muted" style="font-weight:400;color:${c.muted}">· ${escapeHtml(shortName)}</span></td>${folio}</tr>
<tr><td colspan="2" style="padding:18px 20px 14px">
<h2 class="ink" style="margin:0 0 8px;font-family:${SERIF};font-size:20px;line-height:1.3;font-weight:600;color:${c.ink}">${escapeHtml(ficha.title)}</h2>
<table width="100%" cellpadding="0" cellspacing="0" border="0" style="font-size:16px;line-height:1.45">${rows.join('')}</table>
</td></tr></table>`;
};

const actionHtml = ({ label, url }: NonNullable<Letter['action']>, c: Colours): string => {
  const href = escapeHtml(url);
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 12px"><tr><td class="button" bgcolor="${c.action}" style="background:${c.action};border-radius:6px"><a href="${href}" class="button" style="display:inline-block;padding:12px 24px;background:${c.action};border-radius:6px;color:${c['on-action']};font-weight:600;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>
<p class="muted" style="margin:0 0 20px;font-size:14px;color:${c.muted}">Si el botón no abre, copie esta dirección en su navegador:<br><a href="${href}" class="link" style="color:${c.action}">${href}</a></p>`;
};

const styleSheet = (d: Colours): string =>
  [
    ':root{color-scheme:light dark;supported-color-schemes:light dark}',
    '@media (max-width:480px){.outer{padding:12px 0!important}.inner{padding:22px 18px 10px!important}.side{padding-left:19px!important;padding-right:19px!important}.row{display:block!important;width:auto!important;text-align:left!important}.value{padding-top:0!important}th.row{padding-bottom:0!important}}',
    '@media (prefers-color-scheme:dark){',
    `.paper{background:${d.paper}!important}.surface{background:${d.surface}!important}`,
    `.ink{color:${d.ink}!important}.muted{color:${d.muted}!important}.gold{color:${d.gold}!important}`,
    `.line{border-color:${d.line}!important}.gold-edge{border-top-color:${d.gold}!important}`,
    `.link{color:${d.action}!important}.button{background:${d.action}!important;color:${d['on-action']}!important}`,
    '}',
  ].join('');
