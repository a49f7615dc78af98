/** The part of bcrypt-pbkdf that is used. It gives -1 for lengths that cannot be, else 0. */
declare const bcrypt: {
  pbkdf(
    pass: Uint8Array,
    passLength: number,
    salt: Uint8Array,
    saltLength: number,
    key: Uint8Array,
    keyLength: number,
    rounds: number,
  ): number;
};
export default bcrypt;
