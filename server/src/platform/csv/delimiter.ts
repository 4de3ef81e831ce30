import { parse } from 'csv-parse/sync'

const delimiters = [',', ';', '\t', '|'] as const

/** Number of records of the sample to check. */
const maxRecords = 100

/**
 * Number of cells in each of the first records when split at this delimiter. Delimiters in quoted cells do
 * not count.
 */
function widthsOf(sample: string, delimiter: string): number[] {
  const widths: number[] = []
  try {
    parse(sample, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      skip_empty_lines: true,
      to: maxRecords,
      on_record: (cells: string[]) => {
        widths.push(cells.length)
        return null
      },
    })
  } catch {
    // The sample may end inside a cell. The records before it are complete.
  }
  return widths
}

interface Fit {
  delimiter: string
  width: number
  share: number
}

function fitOf(sample: string, delimiter: string): Fit {
  const widths = widthsOf(sample, delimiter)
  const counts = new Map<number, number>()
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1)
  const [[width, count] = [0, 0]] = [...counts].toSorted(([, one], [, other]) => other - one)
  return { delimiter, width, share: widths.length === 0 ? 0 : count / widths.length }
}

/**
 * The delimiter of a text: the one that splits most of its first records into the same number of cells. This
 * ignores characters that only occur in quotes or words.
 */
export function delimiterOf(sample: string): string {
  const fits = delimiters.map((delimiter) => fitOf(sample, delimiter)).filter(({ width }) => width > 1)
  const [best] = fits.toSorted((a, other) => other.share - a.share || other.width - a.width)
  return best?.delimiter ?? ','
}
