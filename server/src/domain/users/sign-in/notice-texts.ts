import { serverTexts } from '#platform/language/server-texts.ts'
import { es } from './notice-texts.es.ts'

/** Texts of alerts to people about their own accounts. */
export const en = {
  ifNotYou: 'If this was not you, end the session under Passkeys and sessions and tell an administrator.',
  newDevice: 'New sign-in to your account',
  newDeviceBy: 'Someone signed in with {{method}} from a new browser, address {{address}}. {{ending}}',
  'method-demo': 'demo mode',
  'method-passkey': 'passkey',
  'method-microsoft': 'Microsoft',
  'method-link': 'a link',
  'method-recovery': 'a recovery code',
  'method-sign-up': 'sign-up',
  passkeyAdded: 'A passkey was added to your account',
  passkeyAddedAs:
    '“{{name}}” can now be used to sign in to your account. If you did not add it, remove it under Passkeys and sessions and tell an administrator.',
  passkeyRemoved: 'A passkey was removed from your account',
  passkeyRemovedAs: 'An administrator removed “{{name}}”. All your sessions ended.',
  microsoftLinked: 'A Microsoft account was linked to yours',
  microsoftLinkedAs:
    '{{name}} can now be used to sign in to your account. If you did not link it, unlink it under Passkeys and sessions and tell an administrator.',
  linkMade: 'A sign-in link was created for your account',
  linkMadeBy:
    '{{maker}} created a link that can add a passkey to your account. If you did not request it, tell another administrator.',
  linkMadeByOperator:
    'The operator of the server created a link that can add a passkey to the account of {{name}}. If nobody requested it, tell whoever runs the server.',
  linkUsed: 'A sign-in link for your account was used',
  linkUsedFrom: 'Someone opened it from address {{address}}. {{ending}}',
  recoveryUsed: 'One of your recovery codes was used',
  recoveryUsedFrom: 'Someone used it from address {{address}}. {{ending}}',
  manyFailures: 'Many failed sign-ins to your account',
  manyFailuresFrom:
    'Someone tried several times to sign in to your account, last from address {{address}}. No attempt succeeded. If it continues, tell an administrator.',
  roleChanged: 'Your role was changed',
  placeChanged: 'Your organization or position was changed',
  placeMeans: 'This changes what you can see and do. If you did not expect it, ask an administrator.',
  'role-none': 'You no longer have a role.',
  'role-superadmin': 'You are now a superadmin.',
  'role-admin': 'You are now an administrator.',
  'role-team': 'You are now a team member.',
  'role-client': 'You are now a client.',
} as const

export const noticeTexts = serverTexts(en, es)
