import { registerTexts } from '@portal/shared-ui/i18n'

/** Texts of previews and flags of modules. */
export const t = registerTexts('admin-previews', {
  ownedBy: 'Owner: {{owner}}',

  previews: 'Previews',
  previewsText:
    'A team can deploy a branch for seven days without making it live. Only people who open its link and have the right see it. It does not count as use of the live version.',
  noPreviews: 'No previews',
  until: 'until {{at}}',
  previewBy: 'deployed {{at}} by {{by}}',
  forRoles: 'for everyone who has the module',
  forDeployers: 'for administrators',
  openPreview: 'Open',
  endPreview: 'End',
  endTitle: 'End the preview {{branch}} of {{name}}?',
  endText: 'People who see it get the live version when they open the next page.',
  previewEnded: 'Preview ended',
  previewNotEnded: 'The preview could not be ended',

  flags: 'Flags',
  flagsText:
    'A flag switches a part of a module on for some people. Open pages keep the value they started with.',
  noFlags: 'No module declares a flag',
  endsOn: 'ends {{day}}',
  overdue: 'Overdue since {{day}}',
  flagOff: 'off for everyone',
  flagEveryone: 'on for everyone',
  flagRoles: 'on for: {{list}}',
  flagPercent: 'on for {{percent, number}}% of people',
  flagPeople_one: 'on for {{count, number}} person: {{list}}',
  flagPeople_other: 'on for {{count, number}} people: {{list}}',
  flagChanged: 'changed {{at}} by {{by}}',
  editFlag: 'Change',
  editTitle: 'For whom is {{flag}} on?',
  editText: 'A person gets it if one of these is true.',
  roles: 'Roles',
  percent: 'Percentage of people',
  percentHint: 'From 0 to 100. The same people keep it when the percentage grows.',
  percentWrong: 'Enter a whole number from 0 to 100.',
  people: 'People',
  addPerson: 'Add a person',
  removePerson: 'Remove {{name}}',
  save: 'Save',
  flagSaved: 'Flag {{flag}} changed',
  flagNotSaved: 'The flag could not be changed',
})
