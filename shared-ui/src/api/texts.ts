import { registerTexts } from '../i18n/texts.ts'

export const t = registerTexts('shared-api', {
  offline: 'No connection. Check your network, then try again.',
  broken: 'Unexpected response from the server. Reload the page, then try again.',
  noConfiguration: 'Failed to fetch server config',
  answered: 'The portal answered {{status}}. Try again in a moment.',
})
