// Tables that say something of objects by their names: vectors, and columns.
#include "files/structures/object_rows.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/support/message.hpp"

namespace tertium::files {
namespace {

using testing::expect_message;
using testing::message_of;
using Names = std::vector<std::string>;

ObjectRows rows_of(const std::string& text) {
  const std::filesystem::path path = std::filesystem::path(::testing::TempDir()) / "tertium_object_rows.csv";
  std::ofstream(path, std::ios::binary) << text;
  return read_object_rows(path);
}

TEST(ObjectRows, NamesStandWhereTheHeaderSaysOrFirst) {
  for (const char* text : {"object,name,x1,x2\n0,owl,1,2\n1,cat,3,4.5\n", "x1,name,x2\n1,owl,2\n3,cat,4.5\n",
                           "word\tx1\tx2\nowl\t1\t2\ncat\t3\t4.5\n", "owl 1 2\ncat 3 4.5\n", "owl,1,2\ncat,3,4.5\n",
                           ",x1,x2\nowl,1,2\ncat,3,4.5\n"}) {
    const NamedVectors found = vectors_of(rows_of(text));
    EXPECT_EQ(found.names, (Names{"owl", "cat"})) << text;
    EXPECT_EQ(found.places, (core::Coordinates{2, 2, {1.0, 2.0, 3.0, 4.5}})) << text;
  }
}

TEST(ObjectRows, StandardDeviationsOfAMapAreNoCoordinates) {
  EXPECT_EQ(vectors_of(rows_of("object,name,x1,sd1,x2,sd2\n0,owl,1,.1,2,.1\n1,cat,3,.2,4,.1\n")).places,
            (core::Coordinates{2, 2, {1.0, 2.0, 3.0, 4.0}}));
  // A table of somebody else's, in which the same name is no deviation of a coordinate.
  EXPECT_EQ(vectors_of(rows_of("name,mean,sd1\nowl,1,.5\n")).places, (core::Coordinates{1, 2, {1.0, 0.5}}));
}

TEST(ObjectRows, ColumnsGoByTheirNames) {
  const ObjectRows rows = rows_of("name,kind,age\nowl,bird,3\ncat,mammal,\n");
  EXPECT_EQ(column_of(rows, "kind", {"cat", "dog", "owl"}), (Names{"mammal", "", "bird"}));
  EXPECT_EQ(column_of(rows, "Age", {"owl", "cat"}), (Names{"3", ""}));
  EXPECT_EQ(column_of(rows_of("object,name,cluster\n0,owl,1\n"), "", {"owl"}), Names{"1"}) << "labels.csv of a result";
  expect_message(message_of([&] { column_of(rows, "", {"owl"}); }),
                 "has 2 columns next to the names (it has kind, age)");
  expect_message(message_of([&] { column_of(rows, "size", {"owl"}); }), "has no column size (it has kind, age)");
  expect_message(message_of([&] { column_of(rows, "kind", {"ant"}); }), "none of the objects ('owl' there, 'ant'");
}

TEST(ObjectRows, WhatIsNoTableIsRefused) {
  expect_message(message_of([] { rows_of("name,x\nowl,1\nowl,2\n"); }), ":3: a second row of 'owl'");
  expect_message(message_of([] { rows_of("name,x\nowl,1,2\n"); }), "fields instead of 2");
  expect_message(message_of([] { rows_of("owl\ncat\n"); }), "one column");
  expect_message(message_of([] { rows_of("name,x\n"); }), "no objects");
  expect_message(message_of([] { vectors_of(rows_of("object,name\n0,owl\n")); }), "no column of numbers");
  expect_message(message_of([] { vectors_of(rows_of("name,x\nowl,1\ncat,red\n")); }),
                 ":3: 'red' is not a finite number");
  expect_message(message_of([] { vectors_of(rows_of("name,x\nowl,1\ncat,1e999\n")); }),
                 "'1e999' is not a finite number");
}

}  // namespace
}  // namespace tertium::files
