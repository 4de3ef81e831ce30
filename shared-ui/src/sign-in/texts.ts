import { registerTexts } from '../i18n/texts.ts'

/** The words of sessions and passkeys, as their owner and administrators read them. */
export const t = registerTexts('sign-in', {
  sessions: 'Sessions',
  noSessions: 'No active sessions.',
  unknownDevice: 'Unknown browser',
  browserOn: '{{browser}} on {{system}}',
  thisSession: 'This session',
  signedInBy: '{{method}}, {{at}}',
  by_demo: 'Demo account',
  by_passkey: 'Signed in with a passkey',
  by_microsoft: 'Signed in with Microsoft',
  by_link: 'Signed in with a link',
  by_recovery: 'Signed in with a recovery code',
  'by_sign-up': 'Signed up',
  by_unknown: 'Signed in',
  lastSeen: 'last used {{at}}',
  fromAddress: 'from {{address}}',
  endsUnused: 'expires {{at}} if not used',
  endSession: 'End session',

  passkeys: 'Passkeys',
  madeOn: 'Created {{at}}',
  neverUsed: 'not used yet',
  synced: 'synced by its provider',
  onOneDevice: 'on one device only',
  rename: 'Rename',
  remove: 'Remove',
  passkeyName: 'Passkey name',
  save: 'Save',
  cancel: 'Cancel',
  removePasskeyTitle: 'Remove “{{name}}”?',
})
