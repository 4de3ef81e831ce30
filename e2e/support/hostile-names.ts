import { maxFileNameBytes } from '@portal/contract'

/**
 * Beginnings of names that have broken file managers. None is a path or contains a control character: those
 * are refused with a message.
 */
const hostile = [
  'plan',
  'CON',
  'nul',
  'AUX',
  'LPT1',
  '__proto__',
  'constructor',
  'null',
  'undefined',
  'node_modules',
  '%00',
  '%2e%2e%2fetc',
  'no..way up',
  '~',
  '-rf',
  '$(reboot)',
  '`id`',
  "O'Neil; drop table files; --",
  '"quoted"',
  '<script>alert(1)<-script>',
  '{{name}} %s %n',
  'a&b=c?d#e',
  'semi;colon,comma',
  'two  spaces',
  ' space in front',
  'dot.dot..dot',
  'plan (1)',
  '🏗️ 👩🏽‍🚒 🇺🇸',
  'مخطط الموقع',
  'תוכנית האתר',
  'mixed عربي and latin 12',
  '\u202Efdp.exe',
  '\u2066isolated\u2069',
  'zero\u200Bwidth\u200Djoiner',
  'e\u0301 apart',
  '\u00E9 whole',
  'Z\u0351\u036B\u0343\u036A\u0302\u036Ba\u0300\u0301\u0302l\u0308\u030Ag\u0327\u0328o\u0334\u0335',
  '설계도',
  '設計図　全角',
  'ＦＵＬＬ',
  'ﬁ ligature',
  'ẞ and ß',
  'İstanbul ısı',
  '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}',
  '\u{20BB7}野家',
  '𝒇𝒂𝒏𝒄𝒚',
] as const

const endings = ['.txt', '.pdf', '.png', '.TXT', '.csv', '.json'] as const

/** A name with exactly the maximum number of bytes, from characters of one, two, three and four bytes. */
function longest(number: number, ending: string): string {
  const [letter, size] = (
    [
      ['n', 1],
      ['é', 2],
      ['図', 3],
      ['🏗', 4],
    ] as const
  )[number % 4] ?? ['n', 1]
  const head = `${number} `
  const left = maxFileNameBytes - head.length - ending.length
  return head + letter.repeat(Math.floor(left / size)) + 'x'.repeat(left % size) + ending
}

/**
 * `count` names that are distinct on disk. Every tenth has the maximum length, and some differ only in case
 * or Unicode composition.
 */
export function hostileNames(count: number): string[] {
  const names = new Set<string>()
  for (let number = 0; names.size < count; number += 1) {
    const round = Math.floor(number / hostile.length)
    const ending = endings[number % endings.length] ?? '.txt'
    const stem = hostile[number % hostile.length] ?? 'plan'
    names.add(
      number % 10 === 9 ? longest(number, ending) : `${stem}${round === 0 ? '' : ` ${round}`}${ending}`,
    )
    if (number % 25 === 0) names.add(`CASE ${number}.txt`).add(`case ${number}.txt`)
    if (number % 25 === 1) names.add(`caf\u00E9 ${number}.txt`).add(`cafe\u0301 ${number}.txt`)
  }
  return [...names].slice(0, count)
}
