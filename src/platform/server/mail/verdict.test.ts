import { describe, expect, it } from 'vitest';
import { judge } from './verdict.ts';

const answered = (command: string, response: string) =>
  judge({ command, response, responseCode: Number(response.slice(0, 3)) }, true);

describe('what a mail server answers', () => {
  it.each([
    // Whose mailbox is not there, in the words of several servers.
    [
      'RCPT TO',
      '550 5.1.1 <ana@x.example>: Recipient address rejected: User unknown',
      'destinatario',
    ],
    [
      'RCPT TO',
      '550-5.1.1 The email account that you tried to reach does not exist.\n550 5.1.1 Please try double-checking',
      'destinatario',
    ],
    ['RCPT TO', '550 5.4.1 Recipient address rejected: Access denied.', 'destinatario'],
    ['RCPT TO', '553 Requested action not taken: mailbox name not allowed', 'destinatario'],
    ['RCPT TO', '501 5.1.3 Bad recipient address syntax', 'destinatario'],
    ['DATA', '550 5.1.1 No such user here', 'destinatario'],
    ['DATA', '550 5.2.1 The email account that you tried to reach is inactive', 'destinatario'],
    // Not now.
    ['RCPT TO', '552 5.2.2 Mailbox full', 'espera'],
    ['DATA', '552 5.2.2 The email account that you tried to reach is over quota', 'espera'],
    ['RCPT TO', '450 4.2.0 <ana@x.example>: Recipient address rejected: Greylisted', 'espera'],
    ['RCPT TO', '452 4.2.2 Mailbox full', 'espera'],
    ['DATA', '451 4.3.0 Error: queue file write error', 'espera'],
    ['RCPT TO', '503 5.5.1 Bad sequence of commands', 'espera'],
    // About what we may do: somebody can mend it, and a day of it must not lose everything.
    ['RCPT TO', '554 5.7.1 <ana@x.example>: Relay access denied', 'espera'],
    ['RCPT TO', '550 relaying denied', 'espera'],
    [
      'DATA',
      '550 5.7.26 This mail has been blocked because the sender is unauthenticated',
      'espera',
    ],
    // The message itself.
    ['DATA', '554 Transaction failed: cannot parse', 'mensaje'],
    ['DATA', '552 5.3.4 Message size exceeds fixed limit', 'mensaje'],
    ['MAIL FROM', '552 5.3.4 Message size exceeds fixed limit', 'mensaje'],
    // Us.
    ['MAIL FROM', '530 5.7.0 Must issue a STARTTLS command first', 'servidor'],
    ['MAIL FROM', '550 5.7.1 Client does not have permissions to send as this sender', 'servidor'],
    ['MAIL FROM', '451 4.7.1 Try again later', 'servidor'],
    ['RCPT TO', '530 5.7.57 Client not authenticated to send mail', 'servidor'],
    ['DATA', '421 4.7.0 Try again later, closing connection', 'servidor'],
  ])('%s → %s: %s', (command, response, causa) => {
    expect(answered(command, response).causa).toBe(causa);
  });

  it.each([
    [
      { code: 'ESOCKET', command: 'CONN', message: 'connect ECONNREFUSED 127.0.0.1:25' },
      'rechazó la conexión',
    ],
    [{ code: 'ETIMEDOUT', command: 'CONN' }, 'no respondió a tiempo'],
    [{ code: 'EDNS', command: 'CONN' }, 'DNS'],
    [
      { code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535, response: '535 5.7.8 no' },
      'contraseña',
    ],
    [
      { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, response: '550 5.1.1 x' },
      '5.1.1',
    ],
  ])('before the message is handed over anything is the server’s: %j', (failure, said) => {
    const { causa, respuesta } = judge(failure, false);
    expect(causa).toBe('servidor');
    expect(respuesta).toContain(said);
  });

  it('a connection lost in the middle of a message is that message’s, for now', () => {
    expect(judge({ code: 'ECONNECTION', command: 'CONN' }, true).causa).toBe('espera');
    expect(judge({ code: 'EABORT' }, true).causa).toBe('espera');
  });

  it('an address that the library itself refuses is refused for ever', () => {
    const failure = { code: 'EENVELOPE', command: 'API', message: 'Invalid recipient' };
    expect(judge(failure, true).causa).toBe('destinatario');
  });

  it('names nobody in what is logged, and keeps an answer on one line without control characters', () => {
    const { codigo, respuesta } = answered(
      'RCPT TO',
      `550-5.1.1 <ana@x.example>\u0000\r\n550 5.1.1 \ud800unknown \u202e${'x'.repeat(900)}`,
    );
    expect(codigo).toBe('RCPT TO 550 5.1.1');
    expect(respuesta).toMatch(/^550-5\.1\.1 <ana@x\.example> 550 5\.1\.1 \ufffdunknown x+$/);
    expect(respuesta.length).toBeLessThanOrEqual(300);
  });
});
