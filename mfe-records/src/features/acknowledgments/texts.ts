import { registerTexts } from '@portal/shared-ui/i18n'

/** Texts about who has acknowledged a message. */
export const t = registerTexts('acknowledgments', {
  failed: 'Acknowledgments could not be loaded',
  all_one: 'Acknowledged by {{count, number}} person',
  all_other: 'Acknowledged by all {{count, number}} people',
  some: '{{done, number}} of {{count, number}} acknowledged',
  waiting: 'Not acknowledged yet by {{names}}',
  andMore: '{{names}} and {{count, number}} more',
  showAll: 'Show all',
  nobody: 'Nobody was asked',
})
