import type { HostileInput } from './target.ts'

const head = 'legalName,city\n'
const facts = JSON.stringify({ legalName: 'legalName' })

const tables: Readonly<Record<string, string | Uint8Array>> = {
  'a quoted cell without end': `${head}"${'x'.repeat(20_000_000)}`,
  'a line without end': 'x'.repeat(20_000_000),
  'a million columns': `${','.repeat(1_000_000)}\n`,
  'columns of one letter': `${head}${'a,'.repeat(500_000)}\n`,
  'NUL alone': new Uint8Array(5_000_000),
  'NUL in cells': `${head}${'a\u0000b,c\n'.repeat(20_000)}`,
  'quotes alone': '"'.repeat(10_000_000),
  'quotes and separators in turn': `${head}${'",'.repeat(2_000_000)}`,
  'empty lines alone': '\n'.repeat(10_000_000),
  'carriage returns alone': '\r'.repeat(10_000_000),
  'half characters': Buffer.concat([Buffer.from(head), Buffer.alloc(1_000_000, 0xc3)]),
  'UTF-16 of one byte too many': Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.alloc(1_000_001, 0x41)]),
  'cells of 900 kB': `${head}${Array.from({ length: 12 }, () => `${'x'.repeat(900_000)},y\n`).join('')}`,
  'rows whose every cell is wrong': `${head}${'=cmd|,\u202e\n'.repeat(20_000)}`,
}

const mappings: Readonly<Record<string, string>> = {
  'a mapping 100,000 deep': '{"legalName":{"value":'.repeat(100_000),
  'a mapping of arrays': `{"legalName":{"value":${'['.repeat(200_000)}${']'.repeat(200_000)}}}`,
  'a mapping of 50,000 fields': JSON.stringify(
    Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`f${at}`, 'x'])),
  ),
  'a mapping of __proto__': '{"__proto__":{"value":1},"constructor":{"value":{"prototype":{}}}}',
}

/** Tables and mappings that are expensive to read and cheap to send. */
export function hostileCsv(): HostileInput[] {
  return [
    ...Object.entries(tables).map(([name, table]): HostileInput => ({
      kind: 'csv',
      name,
      send: (target) => target.importTable(Buffer.from(table), facts),
    })),
    ...Object.entries(mappings).map(([name, mapping]): HostileInput => ({
      kind: 'csv',
      name,
      send: (target) => target.importTable(Buffer.from(`${head}A,B\n`), mapping),
    })),
  ]
}
