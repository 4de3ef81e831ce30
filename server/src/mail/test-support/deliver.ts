import SMTPConnection from 'nodemailer/lib/smtp-connection'

/** Sends a message to an SMTP server on this machine; returns the error code, or 250 when it was accepted. */
export function deliver(port: number, raw: Buffer, to: string[]): Promise<number> {
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
