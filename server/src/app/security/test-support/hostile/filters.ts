import type { HostileInput } from './target.ts'

const list = (query: string) => `{"apiPath":"permits","method":"GET","query":${query}}`
const filtered = (filter: string) => list(`{"filter":${filter}}`)
const many = (count: number, piece: string) => Array.from({ length: count }, () => piece).join(',')

const calls: Readonly<Record<string, string>> = {
  'conditions 5,000 deep': filtered(`${'{"and":['.repeat(5_000)}{}${']}'.repeat(5_000)}`),
  'arrays 200,000 deep': filtered('['.repeat(200_000)),
  'objects 200,000 deep': filtered('{"a":'.repeat(200_000)),
  'ten thousand conditions': filtered(`{"or":[${many(10_000, '{"title":{"contains":"a"}}')}]}`),
  'forty conditions of the worst words': filtered(
    `{"or":[${many(40, '{"title":{"contains":"%_%_%_%_%_%_%_%_%_%_%_%"}}')}]}`,
  ),
  'a list of 100,000 values': filtered(`{"status":{"in":[${many(100_000, '"NEW"')}]}}`),
  'a list of 900 values in forty conditions': filtered(
    `{"and":[${many(40, `{"pid":{"in":[${many(900, '"A"')}]}}`)}]}`,
  ),
  'a word of 2 MB': filtered(`{"title":{"contains":"${'x'.repeat(1_900_000)}"}}`),
  'a word of wildcards': list(`{"searchToken":"${'%_'.repeat(100)}"}`),
  'a search of one letter': '{"apiPath":"permits/search","method":"GET","query":{"searchToken":"e"}}',
  'a search of many words': `{"apiPath":"permits/search","method":"GET","query":{"searchToken":"${'a e i o u '.repeat(20)}"}}`,
  'a search of everything by one letter': '{"apiPath":"search","method":"GET","query":{"searchToken":"a"}}',
  'a search of quotes': `{"apiPath":"permits/search","method":"GET","query":{"searchToken":"${"'".repeat(199)}"}}`,
  'sorting by everything': list(`{"sort":"${many(2_000, 'title')}"}`),
  'every field a thousand times': list(`{"fields":"${many(20_000, 'title')}"}`),
  'the last page there may be': list('{"page":999999999,"pageSize":100}'),
  'groups of everything':
    '{"apiPath":"permits/groups","method":"GET","query":{"groupBy":"title","lines":true,"open":"all"}}',
  'counts without end': `{"apiPath":"count","method":"GET","query":{"collection":"permits","aggregate":[${many(5_000, '{"count":"total"}')}]}}`,
  'a number without end': filtered(`{"valuation":{"equals":1${'0'.repeat(500_000)}}}`),
  'a key of 1 MB': filtered(`{"${'k'.repeat(1_000_000)}":1}`),
  'a million commas': filtered(`[${','.repeat(1_000_000)}]`),
}

/** Record calls that are expensive to run and cheap to send. */
export function hostileFilters(): HostileInput[] {
  return Object.entries(calls).map(([name, body]) => ({
    kind: 'filter',
    name,
    send: (target) => target.crud(body),
  }))
}
