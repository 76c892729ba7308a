import { describe, expect, it } from "vitest";
import { count, products, short, vector } from "../src/formatting";

describe("numbers", () => {
  it("have six digits and a true minus", () => {
    expect([1 / 3, -2, -0, 1e6, 123456789].map(short)).toEqual(["0.333333", "−2", "0", "1000000", "123457000"]);
  });

  it("are formatted in vectors and sums", () => {
    expect(vector([1, -2.5])).toBe("(1, −2.5)");
    expect(products([0.5, -2], [1, -3], 1)).toBe("0.5·1 − 2·(−3) + 1");
    expect(products([-1], [2], null)).toBe("−1·2");
    expect(products([], [], null)).toBe("0");
    expect([count(1, "row"), count(1200, "row")]).toEqual(["1 row", "1,200 rows"]);
  });
});
