export const READY = "Certificate is ready";
