import { serverTexts } from '#language/server-texts.ts'
import { es } from './notice-texts.es.ts'

/** What people are told of their own accounts. */
export const en = {
  ifNotYou: 'If this was not you, end the session under Passkeys and sessions and tell an administrator.',
  newDevice: 'New sign-in to your account',
  newDeviceBy:
    'Somebody signed in by {{method}} from a browser that was not used before, address {{address}}. {{ending}}',
  'method-demo': 'demo mode',
  'method-passkey': 'passkey',
  'method-microsoft': 'Microsoft',
  'method-link': 'a link',
  'method-recovery': 'a recovery code',
  'method-sign-up': 'signing up',
  passkeyAdded: 'A passkey was added to your account',
  passkeyAddedAs:
    '“{{name}}” can sign in as you now. If you did not add it, remove it under Passkeys and sessions and tell an administrator.',
  passkeyRemoved: 'A passkey was removed from your account',
  passkeyRemovedAs: 'An administrator removed “{{name}}”. All your sessions ended with it.',
  microsoftLinked: 'A Microsoft account was linked to yours',
  microsoftLinkedAs:
    '{{name}} can sign in as you now. If you did not link it, unlink it under Passkeys and sessions and tell an administrator.',
  linkMade: 'A sign-in link was made for your account',
  linkMadeBy:
    '{{maker}} made a link by which somebody can make a passkey for your account. If you did not ask for it, tell another administrator.',
  linkUsed: 'A sign-in link for your account was used',
  linkUsedFrom: 'Somebody opened it from address {{address}}. {{ending}}',
  recoveryUsed: 'A recovery code of yours was used',
  recoveryUsedFrom: 'Somebody used it from address {{address}}. {{ending}}',
  manyFailures: 'Many failed sign-ins to your account',
  manyFailuresFrom:
    'Somebody tried to sign in as you and failed several times, last from address {{address}}. Nobody got in this way. Tell an administrator if it goes on.',
  roleChanged: 'Your role was changed',
  placeChanged: 'Your organization or your position in it was changed',
  placeMeans: 'What you see and may do follows from it. Ask an administrator if you did not expect this.',
  'role-none': 'You have no role now.',
  'role-superadmin': 'You are a superadmin now.',
  'role-admin': 'You are an administrator now.',
  'role-team': 'You are a member of the team now.',
  'role-client': 'You are a client now.',
} as const

export const noticeTexts = serverTexts(en, es)
