import SMTPConnection from 'nodemailer/lib/smtp-connection'

/**
 * Brings a message to an SMTP door of this machine; answers the code it was refused by, 250 when it was
 * taken.
 */
export function bring(port: number, raw: Buffer, to: string[]): Promise<number> {
  const connection = new SMTPConnection({ host: '127.0.0.1', port, logger: false })
  return new Promise((resolve) => {
    const refused = (error: Error & { responseCode?: number }) => resolve(error.responseCode ?? 0)
    connection.on('error', refused)
    connection.connect(() => {
      connection.send({ from: 'city@austin.example', to }, raw, (error) => {
        if (error) refused(error)
        else resolve(250)
        connection.quit()
      })
    })
  })
}
