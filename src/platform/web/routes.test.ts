import { describe, expect, it } from 'vitest';
import type { Policy } from '../shared/actor.ts';
import { decide, signInUrl } from './routes.ts';
import type { SessionUser } from './session/store.ts';

const person: SessionUser = {
  uid: '1',
  email: 'ana@ejemplo.mx',
  emailVerified: true,
  displayName: 'ANA',
  nombre: null,
  photoURL: null,
  clave: null,
  role: null,
  personaId: null,
  restricted: false,
  faltaSegundoFactor: false,
  faltaAceptar: false,
};
const isSignedIn: Policy = (quien) => quien !== null && !quien.restricted;
const isAdmin: Policy = (quien) => isSignedIn(quien) && quien?.role === 'Admin';
const anonymous = { status: 'anonymous', user: null } as const;
const loading = { status: 'loading', user: null } as const;
const signedIn = { status: 'signedIn', user: person } as const;
const admin = { status: 'signedIn', user: { ...person, role: 'Admin' } } as const;
const restricted = { status: 'signedIn', user: { ...person, restricted: true } } as const;
const expired = { status: 'expired', user: person } as const;

describe('decide', () => {
  it('shows public routes to everyone, without waiting for the session', () => {
    for (const session of [anonymous, loading, signedIn, expired]) {
      expect(decide({ access: 'anyone' }, session)).toBe('show');
    }
  });

  it('sends a visitor to sign in and waits while it is not known who it is', () => {
    expect(decide({ access: isSignedIn }, anonymous)).toBe('sign-in');
    expect(decide({ access: isAdmin }, anonymous)).toBe('sign-in');
    expect(decide({ access: isAdmin }, loading)).toBe('wait');
  });

  it('asks the policy', () => {
    expect(decide({ access: isAdmin }, signedIn)).toBe('forbidden');
    expect(decide({ access: isAdmin }, admin)).toBe('show');
    expect(decide({ access: isSignedIn }, signedIn)).toBe('show');
    expect(decide({ access: isSignedIn }, restricted)).toBe('forbidden');
  });

  it('keeps the screen under an expired session', () => {
    expect(decide({ access: isSignedIn }, expired)).toBe('show');
    expect(decide({ access: isAdmin }, expired)).toBe('forbidden');
  });

  it('sends who is signed in away from the sign-in page', () => {
    expect(decide({ access: 'anyone', guestOnly: true }, signedIn)).toBe('leave');
    expect(decide({ access: 'anyone', guestOnly: true }, anonymous)).toBe('show');
  });
});

describe('signInUrl', () => {
  it('remembers where one was going, except home', () => {
    expect(signInUrl('/auth/login', { pathname: '/people', search: '?q=a' })).toBe(
      '/auth/login?volver=%2Fpeople%3Fq%3Da',
    );
    expect(signInUrl('/auth/login', { pathname: '/', search: '' })).toBe('/auth/login');
  });
});
