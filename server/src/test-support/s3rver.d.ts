declare module '@20minutes/s3rver' {
  /** The part of the S3-compatible server that tests use; the package brings no types of its own. */
  export default class S3rver {
    constructor(options: {
      port: number
      address: string
      directory: string
      silent: boolean
      allowMismatchedSignatures?: boolean
      vhostBuckets?: boolean
      configureBuckets: { name: string; configs: string[] }[]
    })
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}
