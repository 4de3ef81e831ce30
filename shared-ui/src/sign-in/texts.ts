import { registerTexts } from '../i18n/texts.ts'

/** Texts of sessions and passkeys, for their owner and for administrators. */
export const t = registerTexts('sign-in', {
  sessions: 'Sessions',
  noSessions: 'Signed in nowhere.',
  unknownDevice: 'Unknown browser',
  thisSession: 'This session',
  signedInBy: '{{method}}, {{at}}',
  by_demo: 'Demo account',
  by_passkey: 'Signed in with a passkey',
  by_microsoft: 'Signed in with Microsoft',
  by_link: 'Came by a link',
  by_recovery: 'Came by a recovery code',
  'by_sign-up': 'Signed up',
  by_unknown: 'Signed in',
  lastSeen: 'last used {{at}}',
  fromAddress: 'from {{address}}',
  endsUnused: 'ends unused {{at}}',
  endSession: 'End session',

  passkeys: 'Passkeys',
  madeOn: 'Made {{at}}',
  neverUsed: 'not used yet',
  synced: 'synced by its provider',
  onOneDevice: 'on one device only',
  rename: 'Rename',
  remove: 'Remove',
  passkeyName: 'Name of the passkey',
  save: 'Save',
  cancel: 'Cancel',
  removePasskeyTitle: 'Remove “{{name}}”?',
})
