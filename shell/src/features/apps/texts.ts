import { registerTexts } from '@portal/shared-ui/i18n'

/** Texts of third-party apps. */
export const t = registerTexts('shell-apps', {
  failed: 'The app could not be loaded',
  gone: 'This app is not here',
  goneText: 'It was removed or switched off, or your role may not open it. Administrators can tell you.',
  allowTitle: 'Allow {{name}}?',
  allowText:
    '{{name}} is made by {{owner}} and is not part of the portal. It is loaded from {{origin}} and would be able to:',
  mayDo: 'What the app may do',
  noScopes: 'It reads and changes nothing in the portal.',
  neverMore:
    'It can never see or do more than you. What it reads can leave the portal. You can withdraw your permission at any time.',
  allow: 'Allow and open',
  allowed: '{{name}} allowed',
  notAllowed: 'The app could not be allowed',
  scopeName: 'See your name',
  scopeRole: 'See your role',
  scopeRead: 'Read {{collection}} that you can see',
  scopeWrite: 'Create and change {{collection}} as you can',
  appBy: '{{name}}, an app by {{owner}}',
  access: 'Access',
  withdraw: 'Withdraw permission',
  withdrawn: 'Permission of {{name}} withdrawn',
  notWithdrawn: 'The permission could not be withdrawn',
  frameOf: 'App: {{name}}',
  startAgain: 'Start again',
  stopped_silent: '{{name}} did not start. Try again, or ask its owner.',
  stopped_flood: '{{name}} sent too many messages and was stopped.',
  stopped_version: '{{name}} needs another version of the portal. Ask its owner for an update.',
})
