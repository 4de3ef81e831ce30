/** Shows the progress of a long operation. */
export interface SeedProgress {
  to(done: number): void
  finish(): void
}

export interface Screen {
  isTTY?: boolean
  columns?: number
  write(text: string): unknown
}

const digits = new Intl.NumberFormat('en-US')

/** A progress bar on a terminal, or a plain line every 10 % on other outputs. */
export function showProgress(label: string, total: number, screen: Screen): SeedProgress {
  let lastTenth = 0
  const count = (done: number) => `${digits.format(done)} of ${digits.format(total)}`
  function draw(done: number): void {
    const width = Math.max(10, Math.min(40, (screen.columns ?? 80) - label.length - 40))
    const filled = Math.round((done / total) * width)
    const share = String(Math.floor((done / total) * 100)).padStart(3)
    screen.write(`\r${label} [${'#'.repeat(filled)}${' '.repeat(width - filled)}] ${share} % ${count(done)}`)
  }
  return {
    to(done) {
      if (screen.isTTY === true) {
        draw(done)
        return
      }
      const tenth = Math.floor((done / total) * 10)
      if (tenth <= lastTenth) return
      lastTenth = tenth
      screen.write(`${label}: ${count(done)} (${tenth * 10} %)\n`)
    },
    finish() {
      if (screen.isTTY === true) screen.write('\n')
    },
  }
}
