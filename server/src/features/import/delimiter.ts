import { parse } from 'csv-parse/sync'

const delimiters = [',', ';', '\t', '|'] as const

/** Records of the sample that are looked at. */
const maxRecords = 100

/**
 * How many cells the first records have when this character stands between them; quoted ones do not end at
 * it.
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
    // The sample ends inside a cell; the records before it are whole.
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
 * Which character stands between the cells of a text: the one that cuts most of its first records into the
 * same number of cells, so that those inside quotes or words do not count.
 */
export function delimiterOf(sample: string): string {
  const fits = delimiters.map((delimiter) => fitOf(sample, delimiter)).filter(({ width }) => width > 1)
  const [best] = fits.toSorted((one, other) => other.share - one.share || other.width - one.width)
  return best?.delimiter ?? ','
}
