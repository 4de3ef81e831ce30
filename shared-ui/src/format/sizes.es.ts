export const es = { bytes_one: '{{count}} byte', bytes_other: '{{count}} bytes' } as const
